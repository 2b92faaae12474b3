import type { CallRecord } from './records.ts';
import type { Page } from './store.ts';

/** A call in the order of expiries. */
interface Entry {
  readonly expiresAt: number;
  readonly runId: string;
  readonly toolCallId: string;
  readonly call: CallRecord;
}

/** Which part of the index is wanted. */
interface Part {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly fits: (call: CallRecord) => boolean;
}

/** The waiting calls that expire, in that order: most stores of a process never have any. */
export class ExpiryIndex {
  readonly #entries: Entry[] = [];

  add(call: CallRecord): void {
    const entry = entryOf(call);
    if (entry) this.#entries.splice(this.#placeOf(entry), 0, entry);
  }

  remove(call: CallRecord): void {
    const entry = entryOf(call);
    if (!entry) return;
    const place = this.#placeOf(entry);
    if (this.#entries[place]?.call === call) this.#entries.splice(place, 1);
  }

  /** @throws RangeError for a cursor that is none. */
  list({ from = Number.NEGATIVE_INFINITY, to, limit, cursor, fits }: Part): Page<CallRecord> {
    const items: CallRecord[] = [];
    const start =
      cursor === undefined
        ? this.#placeOf({ expiresAt: from, runId: '', toolCallId: '' })
        : this.#placeBehind(readCursor(cursor));
    let last: Entry | undefined;
    for (let place = start; place < this.#entries.length; place += 1) {
      const entry = this.#entries[place];
      if (!entry || (to !== undefined && entry.expiresAt >= to)) break;
      if (entry.expiresAt < from || !fits(entry.call)) continue;
      if (last && items.length === limit) return { items, cursor: writeCursor(last) };
      items.push(entry.call);
      last = entry;
    }
    return { items };
  }

  /** The place of the first entry that does not come before `key`. */
  #placeOf(key: Omit<Entry, 'call'>): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#entries[middle];
      if (entry && compare(entry, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #placeBehind(key: Omit<Entry, 'call'>): number {
    const place = this.#placeOf(key);
    const entry = this.#entries[place];
    return entry && compare(entry, key) === 0 ? place + 1 : place;
  }
}

function entryOf(call: CallRecord): Entry | undefined {
  const { expiresAt, runId, toolCallId } = call;
  return expiresAt === undefined ? undefined : { expiresAt, runId, toolCallId, call };
}

function compare(a: Omit<Entry, 'call'>, b: Omit<Entry, 'call'>): number {
  if (a.expiresAt !== b.expiresAt) return a.expiresAt - b.expiresAt;
  if (a.runId !== b.runId) return a.runId < b.runId ? -1 : 1;
  if (a.toolCallId === b.toolCallId) return 0;
  return a.toolCallId < b.toolCallId ? -1 : 1;
}

function writeCursor({ expiresAt, runId, toolCallId }: Entry): string {
  return JSON.stringify([expiresAt, runId, toolCallId]);
}

function readCursor(cursor: string): Omit<Entry, 'call'> {
  const [expiresAt, runId, toolCallId, ...rest] = parsed(cursor);
  const isCursor = typeof runId === 'string' && typeof toolCallId === 'string';
  if (typeof expiresAt === 'number' && isCursor && rest.length === 0) {
    return { expiresAt, runId, toolCallId };
  }
  throw new RangeError(
    `"${cursor}" is no cursor of this store. Pass on the one from the last page.`,
  );
}

function parsed(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
