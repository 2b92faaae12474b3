const CTRL_C = 3;

/**
 * Aborts on Ctrl-C while `work` goes on. At a terminal it also keeps what is typed meanwhile off
 * the screen, as the prompts do.
 */
export async function interruptible<T>(
  controller: AbortController,
  work: () => Promise<T>,
): Promise<T> {
  const { stdin } = process;
  const abort = (): void => controller.abort(new DOMException('Interrupted.', 'AbortError'));
  const onKeys = (keys: Buffer): void => {
    if (keys.includes(CTRL_C)) abort();
  };
  process.on('SIGINT', abort);
  if (stdin.isTTY) {
    stdin.setRawMode(true);
    stdin.on('data', onKeys);
    stdin.resume();
  }
  try {
    return await work();
  } finally {
    process.off('SIGINT', abort);
    if (stdin.isTTY) {
      stdin.off('data', onKeys);
      stdin.setRawMode(false);
      stdin.pause();
    }
  }
}
