import type { Transport } from '@modelcontextprotocol/client';
import { isObject } from './json.ts';
import { screenList, screenResult } from './screen-result.ts';

type Message = Parameters<NonNullable<Transport['onmessage']>>[0];

/** Told of a tool that is left out of a list, and why. */
export type OnLeftOut = (tool: string, why: string) => void;

/**
 * Stands between a transport and the SDK, which refuses an answer as a whole for one thing in it that
 * is not as it should be: a list of a hundred tools for one odd schema, a result for one block of
 * content, and a task in the place of a result. Here the odd parts are left out or made plain.
 */
export function screenMessages<T extends Transport>(transport: T, onLeftOut: OnLeftOut): T {
  /** What was asked, by the id of the request. */
  const asked = new Map<unknown, string>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    noteRequest(asked, message);
    return send(message, options);
  };
  const screen = <M extends Message>(message: M): M => {
    if (!('id' in message)) return message;
    const answers = 'result' in message || 'error' in message;
    const method = answers ? asked.get(message.id) : undefined;
    if (answers) asked.delete(message.id);
    if (!('result' in message) || !isObject(message.result)) return message;
    if (method === 'tools/list') {
      return { ...message, result: screenList(message.result, onLeftOut) };
    }
    if (method === 'tools/call' || method === 'tasks/result') {
      return { ...message, result: screenResult(message.result) };
    }
    return message;
  };
  let screened: Transport['onmessage'];
  // The SDK sets its handler while it connects, twice where it probes, and reads it to chain them.
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => screened,
    set: (receive: Transport['onmessage']) => {
      screened = receive && ((message, extra) => receive(screen(message), extra));
    },
  });
  return transport;
}

function noteRequest(asked: Map<unknown, string>, message: Message): void {
  if (!('method' in message)) return;
  if ('id' in message) asked.set(message.id, message.method);
  else if (message.method === 'notifications/cancelled') {
    asked.delete(message.params?.['requestId']);
  }
}
