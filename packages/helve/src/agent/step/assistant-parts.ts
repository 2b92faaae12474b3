import type { AssistantPart, ReasoningPart, TextPart } from '../../tool/message.ts';
import type { ProviderOptions } from '../../tool/model-output.ts';

/** A text or a thought that is still being written. */
interface OpenPart {
  readonly type: 'text' | 'reasoning';
  readonly id: string;
  readonly place: number;
  /** Pieces, joined once at the end. */
  readonly pieces: string[];
  providerOptions: ProviderOptions | undefined;
}

/**
 * Builds the assistant message of one response, in the order in which its parts began, each with
 * the metadata that the provider wants to see again.
 */
export class AssistantParts {
  readonly #parts: (AssistantPart | undefined)[] = [];
  /** Absent while nothing was written: a response that only calls writes nothing. */
  #open: Map<string, OpenPart> | undefined;
  /** The open part that grew last: pieces of one follow each other. */
  #last: OpenPart | undefined;
  readonly #texts: string[] = [];
  readonly #thoughts: string[] = [];

  /** The whole text of the response, parts joined. */
  get text(): string {
    return this.#texts.join('');
  }

  /** Everything the model thought, as far as the provider shows it. */
  get reasoning(): string {
    return this.#thoughts.join('');
  }

  add(part: AssistantPart): void {
    this.#parts.push(part);
  }

  start(type: OpenPart['type'], part: { id: string; providerMetadata?: ProviderOptions }): void {
    this.end(type, { id: part.id });
    const place = this.#parts.push(undefined) - 1;
    const { id, providerMetadata } = part;
    this.#last = { type, id, place, pieces: [], providerOptions: providerMetadata };
    this.#open ??= new Map();
    this.#open.set(`${type} ${id}`, this.#last);
  }

  append(
    type: OpenPart['type'],
    part: { id: string; delta: string; providerMetadata?: ProviderOptions },
  ): void {
    const open = this.#find(type, part.id);
    if (!open) return;
    open.pieces.push(part.delta);
    if (part.providerMetadata) {
      open.providerOptions = mergeOptions(open.providerOptions, part.providerMetadata);
    }
    (type === 'text' ? this.#texts : this.#thoughts).push(part.delta);
  }

  end(type: OpenPart['type'], part: { id: string; providerMetadata?: ProviderOptions }): void {
    const key = `${type} ${part.id}`;
    const open = this.#open?.get(key);
    if (!open) return;
    this.#open?.delete(key);
    this.#last = undefined;
    open.providerOptions = mergeOptions(open.providerOptions, part.providerMetadata);
    this.#parts[open.place] = close(open);
  }

  #find(type: OpenPart['type'], id: string): OpenPart | undefined {
    const last = this.#last;
    if (last?.type === type && last.id === id) return last;
    const key = `${type} ${id}`;
    // A provider may leave out the start.
    if (!this.#open?.has(key)) this.start(type, { id });
    this.#last = this.#open?.get(key);
    return this.#last;
  }

  /** The finished parts; a text that never ended ends here, an empty one without metadata goes. */
  finish(): readonly AssistantPart[] {
    for (const open of this.#open?.values() ?? []) this.#parts[open.place] = close(open);
    this.#open = undefined;
    this.#last = undefined;
    // Kept for as long as the conversation: an array that has grown has room for more.
    return this.#parts.filter((part) => part !== undefined).slice();
  }
}

function close({ type, pieces, providerOptions }: OpenPart): TextPart | ReasoningPart | undefined {
  const text = pieces.join('');
  if (text === '' && providerOptions === undefined) return undefined;
  return { type, text, ...(providerOptions === undefined ? {} : { providerOptions }) };
}

/** Later metadata adds to earlier, provider by provider: signatures come at the end. */
function mergeOptions(
  earlier: ProviderOptions | undefined,
  later: ProviderOptions | undefined,
): ProviderOptions | undefined {
  if (!earlier || !later) return later ?? earlier;
  const merged: Record<string, Readonly<Record<string, unknown>>> = { ...earlier };
  for (const [provider, options] of Object.entries(later)) {
    merged[provider] = { ...merged[provider], ...options };
  }
  return merged;
}
