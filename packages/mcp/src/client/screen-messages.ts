import type { Transport } from '@modelcontextprotocol/client';
import { isNestedDeeper } from '../is-nested-deeper.ts';
import { isObject, MAX_DEPTH } from './json.ts';
import { screenList, screenResult } from './screen-result.ts';

type Raw = Readonly<Record<string, unknown>>;
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
    const result = screened(method, message.result, onLeftOut);
    return isNestedDeeper(MAX_DEPTH + AROUND, result) ? asRefusal(message) : { ...message, result };
  };
  let receiver: Transport['onmessage'];
  // The SDK sets its handler while it connects, twice where it probes, and reads it to chain them.
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => receiver,
    set: (receive: Transport['onmessage']) => {
      receiver = receive && ((message, extra) => receive(screen(message), extra));
    },
  });
  return transport;
}

/** Levels around what is bounded itself: a tool in a list, a block in a result. */
const AROUND = 8;

function screened(method: string | undefined, result: Raw, onLeftOut: OnLeftOut): Raw {
  if (method === 'tools/list') return screenList(result, onLeftOut);
  return method === 'tools/call' || method === 'tasks/result' ? screenResult(result) : result;
}

/** An answer that cannot be read ends its own request, and not all that are under way with it. */
function asRefusal<M extends Message>(message: M): M {
  const { result: _, ...rest } = { result: undefined, ...message };
  const error = { code: -32_603, message: 'The answer is nested too deeply.' };
  // An answer of the protocol is a result or an error.
  return { ...rest, error } as unknown as M;
}

function noteRequest(asked: Map<unknown, string>, message: Message): void {
  if (!('method' in message)) return;
  if ('id' in message) asked.set(message.id, message.method);
  else if (message.method === 'notifications/cancelled') {
    asked.delete(message.params?.['requestId']);
  }
}
