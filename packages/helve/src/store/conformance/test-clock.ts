/** Some point in time; samples count on from it. */
export const NOON = 1_770_000_000_000;

/** A clock that goes on when it is told to. */
export class TestClock {
  #now: number = NOON;

  readonly now = (): number => this.#now;

  passOn(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
