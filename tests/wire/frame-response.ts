import { Buffer } from 'node:buffer';
import { frameEventStreamMessage } from './frame-event-stream-message.ts';
import type { RecordedResponse, WireProvider } from './recording.ts';

/** A response's body, and how it is announced. */
export interface FramedResponse {
  readonly contentType: string;
  readonly body: Buffer;
}

/** Providers whose streams follow OpenAI's chat completions, down to how they end. */
const ENDS_WITH_DONE: ReadonlySet<WireProvider> = new Set([
  'alibaba',
  'deepseek',
  'groq',
  'mistral',
  'openai-compatible',
]);

/** Puts events into the form in which their provider sends them. */
export function frameResponse({ provider, events, lost }: RecordedResponse): FramedResponse {
  if (provider === 'amazon-bedrock') {
    const contentType = 'application/vnd.amazon.eventstream';
    return { contentType, body: Buffer.concat(events.map(frameEventStreamMessage)) };
  }
  const done = ENDS_WITH_DONE.has(provider) && lost === undefined ? ['[DONE]'] : [];
  const lines = [...events, ...done].map((event) => `data: ${event}\n\n`);
  return { contentType: 'text/event-stream', body: Buffer.from(lines.join('')) };
}
