import type { JSONParser, ParsedElementInfo } from '@streamparser/json';
import { setOwnValue } from '../schema/json-type.ts';

/**
 * Why this library: it is a push parser that costs linear time, shows unfinished strings and arrays
 * as they grow, bounds nothing in depth but the heap, and is well kept (MIT, no dependencies).
 * It is loaded when the first tool with an `onInputDelta` hook is streamed to.
 */
let parserModule: typeof import('@streamparser/json') | undefined;

/** Makes {@link PartialInput} ready to be read; resolves at once after the first time. */
export async function loadPartialInput(): Promise<void> {
  parserModule ??= await import('@streamparser/json');
}

/**
 * The arguments of a call while they stream in. Text is only kept until somebody asks for a value;
 * then just what came since the last question is parsed, so that reading at every delta stays
 * linear in the input's length.
 */
export class PartialInput {
  readonly #pieces: string[] = [];
  #consumed = 0;
  #parser: JSONParser | undefined;
  /** The beginning of a character whose end has not come. */
  #held = '';
  /** The array that ends with an unfinished string. */
  #unfinished: unknown[] | undefined;
  #value: unknown;

  /** Adds a piece of text and gives the number of pieces so far. */
  push(delta: string): number {
    return this.#pieces.push(delta);
  }

  /**
   * The value after the first `count` pieces, or later: `undefined` before there is any. Of broken
   * text, what could be read.
   */
  valueAfter(count: number): unknown {
    if (!parserModule) return undefined;
    this.#parser ??= this.#createParser(parserModule);
    while (this.#consumed < count) {
      this.#feed(this.#parser, this.#pieces[this.#consumed] ?? '');
      this.#pieces[this.#consumed] = '';
      this.#consumed += 1;
    }
    return this.#value;
  }

  #createParser({ JSONParser: Parser }: typeof import('@streamparser/json')): JSONParser {
    const parser = new Parser({ emitPartialTokens: true, emitPartialValues: true });
    parser.onValue = (element) => this.#take(element);
    // A model may well write broken JSON; the complete text is what counts, and it is parsed later.
    parser.onError = () => undefined;
    return parser;
  }

  #feed(parser: JSONParser, delta: string): void {
    // The parser appends to the array itself, once the string is complete.
    this.#unfinished?.pop();
    this.#unfinished = undefined;
    const text = this.#held + delta;
    this.#held = HIGH_SURROGATE.test(text) ? text.slice(-1) : '';
    const whole = this.#held === '' ? text : text.slice(0, -1);
    try {
      parser.write(whole.replace(LOST_IN_UTF8, escapeUnit));
    } catch {
      // As for `onError`: what was readable so far stays readable.
    }
  }

  /** Takes what the parser has read: a value, or the beginning of one. */
  #take({ value, key, parent, stack, partial }: ParsedElementInfo): void {
    if (parent === undefined) {
      // Nothing comes after a number at the root that would tell that it is complete.
      if (!partial || typeof value === 'string' || typeof value === 'number') this.#value = value;
      return;
    }
    this.#value = stack.length > 1 ? stack[1]?.value : parent;
    if (!partial || typeof value !== 'string') return;
    if (Array.isArray(parent)) {
      parent.push(value);
      this.#unfinished = parent;
    } else if (key !== undefined) setOwnValue(parent, key, value);
  }
}

const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/** Half characters, which the parser's way through UTF-8 would replace. (It also drops U+FEFF.) */
const LOST_IN_UTF8 = /\p{Surrogate}/gu;

function escapeUnit(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
