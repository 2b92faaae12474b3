import type { McpSubscription } from '@modelcontextprotocol/client';
import { delay } from './delay.ts';
import type { Connection } from './open-connection.ts';
import type { ServerConnection } from './server-connection.ts';
import type { ServerLog } from './server-log.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
const NEVER = new AbortController().signal;

/** Told of what becomes of a server's news. */
export interface NewsWatch {
  /** Some may have been missed. */
  readonly onMissed: () => void;
  /** There are none any more. */
  readonly onDeaf: () => void;
}

/**
 * Listens again where the stream on which a server of 2026 announces changes has ended: the SDK opens
 * it once. What was announced meanwhile is not known, so the list is looked at again too.
 */
export function keepListening(
  connection: Connection,
  way: ServerConnection,
  { onMissed, onDeaf }: NewsWatch,
  log: ServerLog,
): void {
  const listen = async (first: McpSubscription): Promise<void> => {
    let subscription = first;
    let pauseMs = FIRST_PAUSE_MS;
    while ((await subscription.closed) === 'remote' && way.current === connection) {
      await delay(pauseMs, NEVER);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      if (way.current !== connection) return;
      subscription = await connection.client.listen({ toolsListChanged: true });
      onMissed();
    }
  };
  const opened = connection.client.autoOpenedSubscription;
  if (!opened) return;
  listen(opened).catch((error: unknown) => {
    log('info', 'changes of its tools are no longer announced.', { error });
    onDeaf();
  });
}
