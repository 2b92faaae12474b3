import type { JSONParser } from '@streamparser/json';

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
  #pending: string[] = [];
  #consumed = 0;
  #parser: JSONParser | undefined;
  #value: unknown;

  /** Adds a piece of text and gives the number of pieces so far. */
  push(delta: string): number {
    this.#pending.push(delta);
    return this.#consumed + this.#pending.length;
  }

  /** The value after the first `count` pieces; `undefined` before there is any, or once malformed. */
  valueAfter(count: number): unknown {
    if (!parserModule || this.#parser?.isEnded) return this.#value;
    const fresh = this.#pending.splice(0, count - this.#consumed);
    this.#consumed += fresh.length;
    this.#parser ??= this.#createParser(parserModule);
    for (const delta of fresh) this.#feed(this.#parser, delta);
    return this.#value;
  }

  #createParser({ JSONParser: Parser }: typeof import('@streamparser/json')): JSONParser {
    const parser = new Parser({ emitPartialTokens: true, emitPartialValues: true, paths: ['$'] });
    parser.onValue = ({ value }) => {
      this.#value = value;
    };
    // A model may well write broken JSON; the complete text is what counts, and it is parsed later.
    parser.onError = () => undefined;
    return parser;
  }

  #feed(parser: JSONParser, delta: string): void {
    try {
      parser.write(delta);
    } catch {
      // As above: what was readable so far stays readable.
    }
  }
}
