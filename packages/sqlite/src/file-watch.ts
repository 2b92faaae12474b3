import { Watchers } from 'helve/store';

/** How often the file is looked at while somebody watches, in milliseconds. */
const EVERY_MS = 25;

/**
 * Tells of news of runs. What this connection writes is told at once. Of what others write to the same
 * file, SQLite keeps one number that changes: it is looked at while somebody watches, and only then.
 */
export class FileWatch {
  readonly #watchers = new Watchers();
  readonly #version: () => unknown;
  #seen: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(version: () => unknown) {
    this.#version = version;
  }

  /** Whether the file is looked at. */
  get isLooking(): boolean {
    return this.#timer !== undefined;
  }

  add(id: string, changed: () => void): () => void {
    if (this.#timer === undefined) {
      this.#seen = this.#version();
      this.#lookLater();
    }
    const stop = this.#watchers.add(id, changed);
    return () => {
      stop();
      if (this.#watchers.areNone) this.close();
    };
  }

  /** Tells those who watch a run, or all. */
  tell(id: string | undefined): void {
    if (id === undefined) this.#watchers.tellAll();
    else this.#watchers.tell(id);
  }

  /** Looks no more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => this.#look(), EVERY_MS);
  }

  #look(): void {
    this.#lookLater();
    let version: unknown;
    try {
      version = this.#version();
    } catch {
      // whoever watches reads, and hears there what is wrong
      version = undefined;
    }
    if (version === this.#seen) return;
    this.#seen = version;
    this.#watchers.tellAll();
  }
}
