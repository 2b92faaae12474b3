import { join } from 'node:path';
import { SqliteStore } from '@helve/sqlite';
import type { Agent, AgentOptions, SuspendedRun } from 'helve/agent';
import { createSupportDesk } from './agent.ts';
import { keepShop } from './copy-shop.ts';
import { openDeskFolder } from './desk-folder.ts';

/** An agent with all that it keeps on disk. */
export interface OpenDesk {
  readonly agent: Agent;
  /** What has waited for a person since before. */
  readonly left: readonly SuspendedRun[];
  /** @returns whether something waits, and is kept for the next start. */
  close(): Promise<boolean>;
}

/**
 * Opens the desk in the folder of that name; without one, where a closed desk left something that
 * waits, or anew.
 */
export async function openDesk(
  named: string | undefined,
  options: Pick<AgentOptions, 'model' | 'logger' | 'hooks' | 'onFinish'>,
): Promise<OpenDesk> {
  const folder = openDeskFolder(named);
  let files = openFiles(folder.path, options);
  let left = await whatIsLeft(files.agent);
  if (folder.isInherited && left.length === 0) {
    files.close();
    folder.clear();
    files = openFiles(folder.path, options);
    left = [];
  }
  const { agent } = files;
  return {
    agent,
    left,
    async close() {
      const { runs } = await agent.listSuspendedRuns();
      files.close();
      folder.leave(runs.length > 0);
      return runs.length > 0;
    },
  };
}

/** Lets runs that were cut off go on to where they wait or end; then, all that waits. */
async function whatIsLeft(agent: Agent): Promise<readonly SuspendedRun[]> {
  const { resumed } = await agent.recover();
  await Promise.allSettled(resumed.map(({ result }) => result));
  return (await agent.listSuspendedRuns()).runs;
}

interface OpenFiles {
  readonly agent: Agent;
  close(): void;
}

function openFiles(folder: string, options: Parameters<typeof openDesk>[1]): OpenFiles {
  const shop = keepShop(join(folder, 'shop.sqlite'));
  const store = new SqliteStore({ path: join(folder, 'runs.sqlite') });
  return {
    agent: createSupportDesk(shop, { ...options, store }),
    close() {
      store.close();
      shop.close();
    },
  };
}
