import type { ModelMessage } from '../../tool/message.ts';

const ID_BYTES = 12;
/** Random bytes are asked for by the hundred ids: each request costs as much as half a step. */
let pool = new Uint8Array(0);
let used = 0;

/** A fresh id: 96 random bits behind a prefix that says what it names. */
export function freshId(prefix: string): string {
  if (used === pool.length) {
    pool = crypto.getRandomValues(new Uint8Array(100 * ID_BYTES));
    used = 0;
  }
  let text = '';
  for (const end = used + ID_BYTES; used < end; used++) {
    text += HEX[pool[used] ?? 0];
  }
  return `${prefix}_${text}`;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The ids of the calls in a conversation. */
export function idsIn(messages: readonly ModelMessage[]): readonly string[] {
  return messages.flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string'
      ? content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
      : [],
  );
}
