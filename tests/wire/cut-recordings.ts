import type { RecordedCalls } from './recorded-calls.ts';

/** A recording, and what is lost where the connection ends behind so many of its events. */
export interface CutRecording {
  readonly name: RecordedCalls['name'];
  /** The first events, which say nothing yet: behind them, nothing is lost. */
  readonly silent: number;
  /** With so many events, the first call is there with all its arguments. */
  readonly called?: number;
  /** With so many events, the provider has said why the response ends. */
  readonly told: number;
}

/** At least one recording of each provider. */
export const CUT_RECORDINGS: readonly CutRecording[] = [
  { name: 'openai-responses/tool-call', silent: 2, called: 11, told: 12 },
  { name: 'openai-responses/provider-web-search', silent: 2, told: 185 },
  { name: 'anthropic/tool-call', silent: 1, called: 9, told: 13 },
  { name: 'anthropic/tool-no-args', silent: 1, called: 11, told: 13 },
  { name: 'anthropic/text', silent: 1, told: 12 },
  { name: 'anthropic/provider-web-fetch', silent: 1, told: 64 },
  { name: 'google/tool-call', silent: 0, called: 1, told: 2 },
  { name: 'google/streamed-arguments', silent: 0, told: 8 },
  { name: 'openai-compatible/tool-call-with-reasoning', silent: 0, told: 229 },
  { name: 'alibaba/tool-call', silent: 0, told: 5 },
  { name: 'deepseek/tool-call-with-reasoning', silent: 1, told: 52 },
  { name: 'groq/tool-call', silent: 1, told: 3 },
  { name: 'mistral/incremental-tool-call', silent: 0, told: 3 },
  { name: 'cohere/tool-call', silent: 28, called: 37, told: 47 },
  { name: 'amazon-bedrock/tool-call', silent: 0, called: 4, told: 6 },
];
