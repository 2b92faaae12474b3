import type { RunFile } from './run-file.ts';

/** Finds the runs on a thread, without a look at all others. */
export class RunsByThread {
  /** In order of creation. */
  readonly #threads = new Map<string, Set<RunFile>>();

  add(file: RunFile): void {
    const { threadId } = file.run;
    if (threadId === undefined) return;
    const there = this.#threads.get(threadId);
    if (there) there.add(file);
    else this.#threads.set(threadId, new Set([file]));
  }

  remove(file: RunFile | undefined): void {
    const threadId = file?.run.threadId;
    const there = threadId === undefined ? undefined : this.#threads.get(threadId);
    if (!file || !there || threadId === undefined) return;
    there.delete(file);
    if (there.size === 0) this.#threads.delete(threadId);
  }

  /** The runs on a thread; nothing where no thread is named. */
  of(threadId: string | undefined): Iterable<RunFile> | undefined {
    return threadId === undefined ? undefined : (this.#threads.get(threadId) ?? []);
  }
}
