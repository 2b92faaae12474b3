/** Who watches which run: what a store needs to tell of news within its process. */
export class Watchers {
  readonly #byRun = new Map<string, Set<() => void>>();

  /** Whether nobody watches anything. */
  get areNone(): boolean {
    return this.#byRun.size === 0;
  }

  /** Adds one; what it gives takes it away again, once. */
  add(runId: string, changed: () => void): () => void {
    // the same function may watch twice
    const watcher = (): void => changed();
    const watchers = this.#byRun.get(runId) ?? new Set();
    this.#byRun.set(runId, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#byRun.get(runId) === watchers) this.#byRun.delete(runId);
    };
  }

  /** Tells those who watch a run. */
  tell(runId: string): void {
    for (const changed of [...(this.#byRun.get(runId) ?? [])]) changed();
  }

  /** Tells all: something may have happened to any run. */
  tellAll(): void {
    for (const runId of [...this.#byRun.keys()]) this.tell(runId);
  }
}
