import { StoreError } from 'helve/store';

/**
 * Writes payloads in another form, encrypted for example, and reads them again. It gets whole
 * records as JSON. Columns that are searched stay as they are: ids of runs, calls, agents, threads
 * and resources, names of tools, states, versions, times.
 */
export interface PayloadCodec {
  readonly encode: (text: string) => string | Uint8Array;
  /** Gets what `encode` returned. */
  readonly decode: (data: string | Uint8Array) => string;
}

/** What is in front of encoded payloads; JSON never begins like this. */
const TEXT = '~';
const BYTES = '=';

/** How payloads are written into columns and read from them. */
export interface PayloadColumn {
  readonly write: (value: unknown) => string;
  /** @throws StoreError where it is encoded and the codec is missing or does not know it. */
  readonly read: (column: unknown) => unknown;
}

/** Encoded payloads are marked, so that what was there before a codec stays readable. */
export function payloadColumn(codec: PayloadCodec | undefined): PayloadColumn {
  return {
    write: (value) => {
      const text = JSON.stringify(value);
      if (!codec) return text;
      const data = codec.encode(text);
      if (typeof data === 'string') return TEXT + data;
      return BYTES + Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
    },
    read: (column) => {
      const text = String(column);
      const mark = text[0];
      if (mark !== TEXT && mark !== BYTES) return JSON.parse(text);
      if (!codec) throw unreadable('was written with a codec. Give the store the same `codec`.');
      const data = text.slice(1);
      try {
        return JSON.parse(codec.decode(mark === TEXT ? data : Buffer.from(data, 'base64')));
      } catch (cause) {
        const advice = 'Was it written with another key?';
        throw unreadable(`could not be decoded by the store's codec. ${advice}`, { cause });
      }
    },
  };
}

function unreadable(text: string, options?: { readonly cause: unknown }): StoreError {
  return new StoreError('unreadable', `A record in the database ${text}`, options);
}
