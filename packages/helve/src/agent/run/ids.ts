import type { ModelMessage } from '../../tool/message.ts';

const ID_BYTES = 12;
const ID_DIGITS = 2 * ID_BYTES;
/** Random digits are made by the hundred ids: each request for bytes costs as much as half a step. */
let pool = '';
let used = 0;

/** A fresh id: 96 random bits behind a prefix that says what it names. */
export function freshId(prefix: string): string {
  if (used === pool.length) {
    const bytes = crypto.getRandomValues(new Uint8Array(100 * ID_BYTES));
    pool = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    used = 0;
  }
  const digits = pool.slice(used, used + ID_DIGITS);
  used += ID_DIGITS;
  return `${prefix}_${digits}`;
}

/** The ids of the calls in a conversation. */
export function idsIn(messages: readonly ModelMessage[]): readonly string[] {
  return messages.flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string'
      ? content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
      : [],
  );
}
