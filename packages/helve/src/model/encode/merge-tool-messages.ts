import type { ProviderOptions } from '../../tool/model-output.ts';
import type { EncodedMessage, EncodedPart } from './encoded-prompt.ts';

/**
 * Makes one tool message of neighbouring ones, since providers want all results of a step in one.
 * Their provider options are put together; where two set the same option, the later one counts.
 */
export function mergeToolMessages(messages: readonly EncodedMessage[]): EncodedMessage {
  const content: EncodedPart[] = [];
  const optionsOfProviders = new Map<string, Readonly<Record<string, unknown>>>();
  for (const message of messages) {
    if (typeof message.content !== 'string') content.push(...message.content);
    for (const [provider, options] of Object.entries(message.providerOptions ?? {})) {
      optionsOfProviders.set(provider, { ...optionsOfProviders.get(provider), ...options });
    }
  }
  const providerOptions: ProviderOptions = Object.fromEntries(optionsOfProviders);
  return { role: 'tool', content, ...(optionsOfProviders.size > 0 && { providerOptions }) };
}
