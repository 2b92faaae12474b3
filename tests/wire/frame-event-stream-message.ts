import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

/** The header type of a text. */
const TEXT = 7;

/**
 * Writes one event as a message of Amazon's binary event stream. The event is JSON with one member:
 * its name is the event's type, its value the message's payload.
 */
export function frameEventStreamMessage(event: string): Buffer {
  const [entry] = Object.entries(JSON.parse(event));
  if (entry === undefined) throw new Error(`an event without a type: ${event}`);
  const [eventType, payload] = entry;
  const headers = Buffer.concat([
    header(':event-type', eventType),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  // two lengths and their checksum stand before the headers, a checksum of all behind the payload
  const prelude = Buffer.concat([
    uint32(12 + headers.length + body.length + 4),
    uint32(headers.length),
  ]);
  const message = Buffer.concat([prelude, uint32(crc32(prelude)), headers, body]);
  return Buffer.concat([message, uint32(crc32(message))]);
}

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([
    Buffer.from([Buffer.byteLength(name)]),
    Buffer.from(name),
    Buffer.from([TEXT]),
    length,
    Buffer.from(value),
  ]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
