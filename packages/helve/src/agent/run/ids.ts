import type { ModelMessage } from '../../tool/message.ts';

/** A fresh id: 96 random bits behind a prefix that says what it names. */
export function freshId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return `${prefix}_${text}`;
}

/** The ids of the calls in a conversation. */
export function idsIn(messages: readonly ModelMessage[]): readonly string[] {
  return messages.flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string'
      ? content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
      : [],
  );
}
