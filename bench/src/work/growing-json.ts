type Container = { [key: string]: unknown } | unknown[];

/**
 * The least a reader of growing JSON can be: it is pushed valid text piece by piece and keeps one
 * value that grows in place, unfinished strings included. It bounds nothing and refuses nothing; it
 * is here as the floor that readers are measured against.
 */
export class GrowingJson {
  value: unknown;
  readonly #stack: Container[] = [];
  /** The key that the next value belongs to. */
  #key: string | undefined;
  /** Inside a string: what it holds so far. */
  #text: string | undefined;
  /** Inside a number or a word. */
  #atom = '';
  /** An escape whose end has not come. */
  #escape = '';

  push(piece: string): void {
    let at = 0;
    while (at < piece.length) {
      at = this.#text === undefined ? this.#structure(piece, at) : this.#string(piece, at);
    }
    if (this.#text !== undefined && !this.#isKey()) this.#put(this.#text, true);
  }

  #string(piece: string, from: number): number {
    let at = from;
    while (at < piece.length) {
      if (this.#escape !== '') {
        this.#escape += piece[at++];
        const wanted = this.#escape[1] === 'u' ? 6 : 2;
        if (this.#escape.length < wanted) continue;
        this.#text += JSON.parse(`"${this.#escape}"`);
        this.#escape = '';
        continue;
      }
      let end = at;
      while (end < piece.length && piece[end] !== '"' && piece[end] !== '\\') end += 1;
      if (end > at) this.#text += piece.slice(at, end);
      at = end + 1;
      if (piece[end] === '\\') this.#escape = '\\';
      else if (piece[end] === '"') {
        this.#endString();
        return at;
      }
    }
    return at;
  }

  #endString(): void {
    if (this.#isKey()) this.#key = this.#text;
    else this.#put(this.#text, false);
    this.#text = undefined;
  }

  #structure(piece: string, at: number): number {
    const char = piece[at] ?? '';
    if (/[-+.\w]/.test(char)) this.#atom += char;
    else if (this.#atom !== '') {
      this.#put(JSON.parse(this.#atom), false);
      this.#atom = '';
    }
    if (char === '"') this.#begin();
    else if (char === '{') this.#open({});
    else if (char === '[') this.#open([]);
    else if (char === '}' || char === ']') this.#stack.pop();
    return at + 1;
  }

  #begin(): void {
    this.#text = '';
    if (!this.#isKey()) this.#put('', false, true);
  }

  #open(container: Container): void {
    this.#put(container, false);
    this.#stack.push(container);
  }

  #isKey(): boolean {
    return this.#key === undefined && !Array.isArray(this.#stack.at(-1)) && this.#stack.length > 0;
  }

  /** Puts a value where it belongs; one that is unfinished is put there again. */
  #put(value: unknown, unfinished: boolean, first = false): void {
    const parent = this.#stack.at(-1);
    if (parent === undefined) this.value = value;
    else if (Array.isArray(parent)) {
      if (this.#text === undefined || first) parent.push(value);
      else parent[parent.length - 1] = value;
    } else if (this.#key !== undefined) {
      parent[this.#key] = value;
      if (!unfinished && !first) this.#key = undefined;
    }
  }
}
