/** The keys and values of a request context that nobody described. */
export type RequestContextValues = Readonly<Record<string, unknown>>;

type Key<Values> = Extract<keyof Values, string>;

const MARKER = Symbol.for('helve.request-context');

/**
 * Values of one request that tools need and models must not see: the signed-in user, a tenant, a
 * database handle.
 *
 * Where a tool declares a `requestContextSchema`, it sees the values as parsed; the `…Raw` twins
 * give every value as the host set it, described or not. What a tool sets is seen by everything
 * that shares the context, and checked again by the next tool whose schema describes it. A context
 * is never stored: whoever resumes a run supplies it anew.
 *
 * @example
 * const requestContext = new RequestContext<{ userId: string }>({ userId: 'u-1' });
 * requestContext.get('userId'); // string
 */
export class RequestContext<Values extends object = RequestContextValues> {
  static {
    Object.defineProperty(RequestContext.prototype, MARKER, { value: true });
  }

  /** The values as the host set them, shared by all views; and what a schema made of them. */
  readonly #values: { raw: Map<string, unknown> | undefined; parsed?: Map<string, unknown> };

  constructor(values?: Partial<Values> | Iterable<readonly [string, unknown]>) {
    this.#values = { raw: values ? new Map(entriesOf(values)) : undefined };
  }

  /** Whether `value` is a request context, from this or another copy of the library. */
  static isInstance(value: unknown): value is RequestContext {
    return typeof value === 'object' && value !== null && MARKER in value;
  }

  /** The value under `key`: as parsed, where the tool's schema describes it. */
  get<K extends Key<Values>>(key: K): Values[K] {
    const { raw, parsed } = this.#values;
    const value = parsed?.has(key) ? parsed.get(key) : raw?.get(key);
    // The host's type parameter, or the tool's schema, vouches for the value behind a key.
    return value as Values[K];
  }

  /** Sets a value for everything that shares this context, from now on. */
  set<K extends Key<Values>>(key: K, value: Values[K]): this {
    this.#values.parsed?.set(key, value);
    this.#raw.set(key, value);
    return this;
  }

  /** Whether there is a value under `key`, be it `undefined`. */
  has(key: Key<Values>): boolean {
    return (this.#values.parsed?.has(key) ?? false) || this.#raw.has(key);
  }

  /** Takes a value away from everything that shares this context. */
  delete(key: Key<Values>): boolean {
    const wasParsed = this.#values.parsed?.delete(key) ?? false;
    return this.#raw.delete(key) || wasParsed;
  }

  /** Takes all values away from everything that shares this context. */
  clear(): void {
    this.#values.parsed?.clear();
    this.#raw.clear();
  }

  /** How many values there are. */
  get size(): number {
    return this.#merged().size;
  }

  /** The keys of all values, those that no schema describes among them. */
  keys(): IterableIterator<string> {
    return this.#merged().keys();
  }

  values(): IterableIterator<unknown> {
    return this.#merged().values();
  }

  entries(): IterableIterator<[string, unknown]> {
    return this.#merged().entries();
  }

  [Symbol.iterator](): IterableIterator<[string, unknown]> {
    return this.entries();
  }

  /** All values as one plain object. */
  get all(): Values {
    // The same values that `get` gives, key by key.
    return Object.fromEntries(this.#merged()) as Values;
  }

  /** The value as the host set it, before any schema. */
  getRaw(key: string): unknown {
    return this.#raw.get(key);
  }

  /** Sets a value as a host would: what a schema made of an earlier one stays as it is. */
  setRaw(key: string, value: unknown): this {
    this.#raw.set(key, value);
    return this;
  }

  hasRaw(key: string): boolean {
    return this.#raw.has(key);
  }

  deleteRaw(key: string): boolean {
    return this.#raw.delete(key);
  }

  keysRaw(): IterableIterator<string> {
    return this.#raw.keys();
  }

  entriesRaw(): IterableIterator<[string, unknown]> {
    return this.#raw.entries();
  }

  /** All values as the host set them. */
  get allRaw(): Record<string, unknown> {
    return Object.fromEntries(this.#raw);
  }

  /**
   * A view on this context that shows `parsed` values in place of the raw ones, sharing the raw
   * ones with this context.
   */
  viewAs<Parsed extends object>(parsed: Parsed): RequestContext<Parsed> {
    const view = new RequestContext<Parsed>();
    view.#values.raw = this.#raw;
    view.#values.parsed = new Map(Object.entries(parsed));
    return view;
  }

  #merged(): Map<string, unknown> {
    const { parsed } = this.#values;
    return parsed ? new Map([...this.#raw, ...parsed]) : this.#raw;
  }

  /** Made when it is needed: every run has a context, and few have values in it. */
  get #raw(): Map<string, unknown> {
    this.#values.raw ??= new Map();
    return this.#values.raw;
  }
}

function entriesOf(
  values: object | Iterable<readonly [string, unknown]>,
): Iterable<readonly [string, unknown]> {
  return Symbol.iterator in values ? values : Object.entries(values);
}
