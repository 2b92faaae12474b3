import type { WireProvider } from './recording.ts';

/** An answer that is no stream but a status. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Write = (status: number, message: string) => unknown;

const openai: Write = (status, message) => ({
  error: { message, type: status === 429 ? 'requests' : 'server_error', param: null, code: null },
});

const BODIES: Readonly<Record<WireProvider, Write>> = {
  alibaba: openai,
  'amazon-bedrock': (_status, message) => ({ message }),
  anthropic: (status, message) => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message },
  }),
  cohere: (_status, message) => ({ message }),
  deepseek: openai,
  google: (status, message) => ({
    error: {
      code: status,
      message,
      status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'INTERNAL',
    },
  }),
  groq: openai,
  mistral: (_status, message) => ({
    object: 'error',
    message,
    type: 'error',
    param: null,
    code: null,
  }),
  'openai-compatible': openai,
  'openai-responses': openai,
};

/**
 * A refusal in a provider's own format.
 *
 * @example
 * ```ts
 * refusal('anthropic', 429, 'Too many requests', { 'retry-after': '7' });
 * ```
 */
export function refusal(
  provider: WireProvider,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  return { status, headers, body: BODIES[provider](status, message) };
}
