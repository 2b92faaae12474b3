/** How many ended runs a store in memory remembers. */
export interface EndedRunLimits {
  readonly runs: number;
  /** Of all of them together; the run that ended last is remembered whatever it said. */
  readonly messages: number;
}

/** The ended runs that are still remembered, the one that ended first in front. */
export class EndedRuns {
  readonly #limits: EndedRunLimits;
  /** How many messages each of them has. */
  readonly #sizes = new Map<string, number>();
  #messages = 0;

  constructor(limits: EndedRunLimits) {
    this.#limits = limits;
  }

  /** @returns the runs that are too many now: whoever keeps them forgets them. */
  add(runId: string, messages: number): readonly string[] {
    // one that is written again keeps its place
    this.#messages += messages - (this.#sizes.get(runId) ?? 0);
    this.#sizes.set(runId, messages);
    const forgotten: string[] = [];
    for (const oldest of this.#sizes.keys()) {
      if (this.#fits()) break;
      this.delete(oldest);
      forgotten.push(oldest);
    }
    return forgotten;
  }

  delete(runId: string): void {
    this.#messages -= this.#sizes.get(runId) ?? 0;
    this.#sizes.delete(runId);
  }

  #fits(): boolean {
    const { runs, messages } = this.#limits;
    const { size } = this.#sizes;
    return size <= runs && (size <= 1 || this.#messages <= messages);
  }
}
