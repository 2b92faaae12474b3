/**
 * Remembers which states were used, so that none is used twice: a replayed approval runs nothing.
 * Several processes that serve the same clients need one that they share, beside the same
 * `state.key`.
 *
 * @example
 * // in PostgreSQL, with a table used_states (id text primary key, expires_at bigint)
 * const used: UsedStates = {
 *   async use(id, expiresAt) {
 *     const sql = 'insert into used_states values ($1, $2) on conflict do nothing';
 *     return (await pool.query(sql, [id, expiresAt])).rowCount === 1;
 *   },
 * };
 */
export interface UsedStates {
  /**
   * Marks a state as used; atomic, also between processes.
   *
   * @param expiresAt when the state expires anyway and the mark may go: milliseconds since 1970.
   * @returns `true` the first time, `false` ever after. A throw counts as `false`.
   */
  use(id: string, expiresAt: number): boolean | Promise<boolean>;
}

/** For one process: forgets a state when it has expired. */
export class MemoryUsedStates implements UsedStates {
  readonly #expiry = new Map<string, number>();
  #swept = 0;

  use(id: string, expiresAt: number): boolean {
    const now = Date.now();
    // All live about equally long, so half of the marks can go each time.
    if (this.#expiry.size > 2 * this.#swept + 100) this.#sweep(now);
    if (this.#expiry.has(id)) return false;
    this.#expiry.set(id, expiresAt);
    return true;
  }

  #sweep(now: number): void {
    for (const [id, expiresAt] of this.#expiry) if (expiresAt < now) this.#expiry.delete(id);
    this.#swept = this.#expiry.size;
  }
}
