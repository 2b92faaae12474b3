/** The keys and values of a request context that nobody described. */
export type RequestContextValues = Readonly<Record<string, unknown>>;

type Key<Values> = Extract<keyof Values, string>;
type Entry<Values> = { [K in Key<Values>]: [K, Values[K]] }[Key<Values>];

/**
 * Values of one request that tools need and models must not see: the signed-in user, a tenant, a
 * database handle.
 *
 * Where a tool declares a `requestContextSchema`, it sees the values as parsed; the `…Raw` twins
 * give every value as the host set it, described or not. What a tool sets is seen by everything
 * that shares the context. A context is never stored: whoever resumes a run supplies it anew.
 *
 * @example
 * const requestContext = new RequestContext<{ userId: string }>({ userId: 'u-1' });
 * requestContext.get('userId'); // string
 */
export class RequestContext<Values extends object = RequestContextValues> {
  #raw: Map<string, unknown>;
  #parsed: Map<string, unknown> | undefined;

  constructor(values?: Partial<Values> | Iterable<readonly [string, unknown]>) {
    if (values === undefined) this.#raw = new Map();
    else if (Symbol.iterator in values) this.#raw = new Map(values);
    else this.#raw = new Map(Object.entries(values));
  }

  /** The value under `key`: as parsed, where the tool's schema describes it. */
  get<K extends Key<Values>>(key: K): Values[K] {
    const value = this.#parsed?.has(key) ? this.#parsed.get(key) : this.#raw.get(key);
    // The host's type parameter, or the tool's schema, vouches for the value behind a key.
    return value as Values[K];
  }

  /** Sets a value for everything that shares this context, from now on. */
  set<K extends Key<Values>>(key: K, value: Values[K]): this {
    this.#parsed?.set(key, value);
    this.#raw.set(key, value);
    return this;
  }

  has(key: Key<Values>): boolean {
    return (this.#parsed?.has(key) ?? false) || this.#raw.has(key);
  }

  delete(key: Key<Values>): boolean {
    const wasParsed = this.#parsed?.delete(key) ?? false;
    return this.#raw.delete(key) || wasParsed;
  }

  keys(): IterableIterator<Key<Values>> {
    return this.#merged().keys();
  }

  entries(): IterableIterator<Entry<Values>> {
    // The pairs come from the same maps that `get` reads.
    return this.#merged().entries() as IterableIterator<Entry<Values>>;
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
    view.#raw = this.#raw;
    view.#parsed = new Map(Object.entries(parsed));
    return view;
  }

  #merged(): Map<Key<Values>, unknown> {
    const merged = this.#parsed ? new Map([...this.#raw, ...this.#parsed]) : this.#raw;
    // Keys are those the host set or the schema parsed: the ones `Values` describes.
    return merged as Map<Key<Values>, unknown>;
  }
}
