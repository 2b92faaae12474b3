import { setOwnValue } from '../schema/json-type.ts';
import { MAX_DEPTH } from './read-json.ts';

/** What may come next, outside of strings and atoms. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing';

type Container = unknown[] | Record<string, unknown>;

/**
 * The arguments of a call while they stream in: pushed piece by piece, and read once, so that a value
 * at every piece costs no more than the text is long. One value grows in place: strings, arrays and
 * objects show as far as they have come, numbers and words when they are complete.
 *
 * Broken text is read as far as it is JSON, and no further: the complete text is what counts, and
 * it is parsed by `JSON.parse`. The same holds for what is nested more deeply than arguments may be.
 *
 * Written by hand, because libraries are given bytes or promises: on the way through them, a piece
 * of twenty characters costs several times what reading it does.
 */
export class PartialInput {
  #value: unknown;
  /** The containers that are open, from the outermost on. */
  readonly #open: Container[] = [];
  #expected: Expected = 'value';
  /** The property whose value comes next. */
  #key = '';
  /** A string that has begun, as far as it has come. */
  #text: string | undefined;
  #isKey = false;
  /** Whether the unfinished string stands in its place already. */
  #isShown = false;
  /** A half character at the end of the string, whose other half has not come. */
  #half = '';
  /** An escape that has begun. */
  #escape = '';
  /** A number or a word that has begun. */
  #atom = '';
  #isBroken = false;

  /** Reads another piece, and gives the value so far: `undefined` before there is any. */
  push(piece: string): unknown {
    for (let at = 0; at < piece.length && !this.#isBroken; ) {
      if (this.#text !== undefined) at = this.#readString(piece, at);
      else if (this.#atom !== '') at = this.#readAtom(piece, at);
      else at = this.#readStructure(piece, at);
    }
    this.#showUnfinished();
    return this.#value;
  }

  /** Reads on in a string; gives the place behind what was read. */
  #readString(piece: string, from: number): number {
    if (this.#escape !== '') return this.#readEscape(piece, from);
    let end = from;
    let code = 0;
    for (; end < piece.length; end += 1) {
      code = piece.charCodeAt(end);
      if (code === QUOTE || code === BACKSLASH || code < SPACE) break;
    }
    if (end > from)
      this.#append(from === 0 && end === piece.length ? piece : piece.slice(from, end));
    if (end === piece.length) return end;
    if (code === QUOTE) this.#endString();
    else if (code === BACKSLASH) this.#escape = '\\';
    else this.#isBroken = true;
    return end + 1;
  }

  #readEscape(piece: string, at: number): number {
    this.#escape += piece[at];
    const isUnit = this.#escape[1] === 'u';
    if (this.#escape.length < (isUnit ? 6 : 2)) return at + 1;
    const meant = isUnit ? unitOf(this.#escape) : ESCAPED.get(this.#escape);
    if (meant === undefined) this.#isBroken = true;
    else this.#append(meant);
    this.#escape = '';
    return at + 1;
  }

  #append(text: string): void {
    const code = text.charCodeAt(text.length - 1);
    const whole = this.#half === '' ? text : this.#half + text;
    this.#half = '';
    if (code >= 0xd800 && code <= 0xdbff) {
      this.#half = whole.slice(-1);
      this.#text += whole.slice(0, -1);
    } else this.#text += whole;
  }

  #endString(): void {
    const text = (this.#text ?? '') + this.#half;
    this.#half = '';
    if (this.#isKey) {
      this.#key = text;
      this.#expected = ':';
    } else {
      this.#showString(text);
      this.#expected = this.#afterValue();
    }
    this.#text = undefined;
  }

  /** Reads on in a number or a word: up to what can be no part of one. */
  #readAtom(piece: string, from: number): number {
    let end = from;
    while (end < piece.length && isOfAtom(piece.charCodeAt(end))) end += 1;
    this.#atom += piece.slice(from, end);
    if (end < piece.length) this.#endAtom();
    return end;
  }

  #endAtom(): void {
    const value = atomOf(this.#atom);
    if (value === undefined) this.#isBroken = true;
    else this.#put(value);
    this.#atom = '';
    this.#expected = this.#afterValue();
  }

  #readStructure(piece: string, at: number): number {
    const char = piece[at] ?? '';
    switch (char) {
      case ' ':
      case '\n':
      case '\r':
      case '\t':
        break;
      case '"':
        this.#beginString();
        break;
      case '{':
        this.#begin({}, 'key or }');
        break;
      case '[':
        this.#begin([], 'value or ]');
        break;
      case '}':
      case ']':
        this.#close(char);
        break;
      case ':':
        this.#expect(':', 'value');
        break;
      case ',':
        this.#expect(', or end', Array.isArray(this.#open.at(-1)) ? 'value' : 'key');
        break;
      default:
        if (!this.#takesValue() || !isOfAtom(piece.charCodeAt(at))) this.#isBroken = true;
        else return this.#readAtom(piece, at);
    }
    return at + 1;
  }

  #beginString(): void {
    this.#isKey = this.#expected === 'key' || this.#expected === 'key or }';
    if (!this.#isKey && !this.#takesValue()) this.#isBroken = true;
    else {
      this.#text = '';
      this.#isShown = false;
    }
  }

  #begin(container: Container, expected: Expected): void {
    if (!this.#takesValue() || this.#open.length === MAX_DEPTH) this.#isBroken = true;
    else {
      this.#put(container);
      this.#open.push(container);
      this.#expected = expected;
    }
  }

  #close(char: '}' | ']'): void {
    const isEmpty = this.#expected === (char === '}' ? 'key or }' : 'value or ]');
    const isEnd =
      this.#expected === ', or end' && Array.isArray(this.#open.at(-1)) === (char === ']');
    if (!isEmpty && !isEnd) this.#isBroken = true;
    else {
      this.#open.pop();
      this.#expected = this.#afterValue();
    }
  }

  #expect(expected: Expected, next: Expected): void {
    if (this.#expected === expected) this.#expected = next;
    else this.#isBroken = true;
  }

  #takesValue(): boolean {
    return this.#expected === 'value' || this.#expected === 'value or ]';
  }

  #afterValue(): Expected {
    return this.#open.length === 0 ? 'nothing' : ', or end';
  }

  /** Puts a new value in its place. */
  #put(value: unknown): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#value = value;
    else if (Array.isArray(parent)) parent.push(value);
    else setOwnValue(parent, this.#key, value);
  }

  /** Puts a string in its place, or what it has grown to. */
  #showString(text: string): void {
    const parent = this.#open.at(-1);
    if (!this.#isShown || parent === undefined) this.#put(text);
    else if (Array.isArray(parent)) parent[parent.length - 1] = text;
    // an own property by now, which is what is assigned to, whatever its name
    else parent[this.#key] = text;
    this.#isShown = true;
  }

  #showUnfinished(): void {
    if (this.#text !== undefined) {
      if (!this.#isKey) this.#showString(this.#text);
    } else if (this.#atom !== '') {
      // Words end by themselves. So does nothing at the root that would tell that a number is whole.
      if (WORDS.has(this.#atom)) this.#endAtom();
      else if (this.#open.length === 0 && this.#atom.length <= LONGEST_NUMBER) {
        this.#value = atomOf(this.#atom) ?? this.#value;
      }
    }
  }
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const ESCAPED: ReadonlyMap<string, string> = new Map(
  ['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t'].map((written, at) => [
    written,
    '"\\/\b\f\n\r\t'.charAt(at),
  ]),
);

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A longer number at the root is not looked at again with every piece, in characters. */
const LONGEST_NUMBER = 100;

/** Whether a character can be part of a number, `true`, `false` or `null`. */
function isOfAtom(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || // 0–9
    (code >= 0x61 && code <= 0x7a) || // a–z
    code === 0x2d || // -
    code === 0x2e || // .
    code === 0x2b || // +
    code === 0x45 // E
  );
}

/** The value of a whole number or word; `undefined` for what is neither. */
function atomOf(atom: string): unknown {
  return NUMBER.test(atom) ? Number(atom) : WORDS.get(atom);
}

/** The code unit that `\uXXXX` stands for. */
function unitOf(written: string): string | undefined {
  const isUnit = /^\\u[\da-f]{4}$/i.test(written);
  return isUnit ? String.fromCharCode(Number.parseInt(written.slice(2), 16)) : undefined;
}
