import { PostgresStore } from '@helve/postgres';
import { SqliteStore } from '@helve/sqlite';
import { createTool } from 'helve';
import type { LanguageModel } from 'helve/agent';
import { Agent } from 'helve/agent';
import { z } from 'zod';

/** Where the store of a desk is. */
export type Place =
  | { readonly sqlite: string }
  | { readonly postgres: string; readonly schema: string };

/** A part of a response in spec v4. */
export type Part = { readonly type: string } & Readonly<Record<string, unknown>>;

/** An agent whose model says what it is fed, and whose tool `slow` ends when it is told to. */
export interface FedDesk {
  readonly agent: Agent;
  readonly store: SqliteStore | PostgresStore;
  feed(...parts: readonly Part[]): void;
  /** Lets `slow` end, now and whenever it is called. */
  finishSlow(): void;
  /** What the tools were called with, in order. */
  readonly ran: readonly string[];
}

const FINISH = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: {} };

/** The parts of a text that is said bit by bit. */
export const say = {
  begin: [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: 't' },
  ] as Part[],
  bit: (delta: string): Part[] => [{ type: 'text-delta', id: 't', delta }],
  end: [{ type: 'text-end', id: 't' }, FINISH] as Part[],
};

export function openDesk(place: Place, leaseMs: number): FedDesk {
  const store =
    'sqlite' in place
      ? new SqliteStore({ path: place.sqlite })
      : new PostgresStore({ connectionString: place.postgres, schema: place.schema });
  const queue: Part[] = [];
  let wake = (): void => undefined;
  const pull = async (controller: ReadableStreamDefaultController<Part>): Promise<void> => {
    while (queue.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const part = queue.shift();
    if (part) controller.enqueue(part);
    if (part?.type === 'finish') controller.close();
  };
  const model: LanguageModel = {
    specificationVersion: 'v4',
    provider: 'fed',
    modelId: 'fed',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('it only streams')),
    doStream: async () => ({ stream: new ReadableStream({ pull }, { highWaterMark: 0 }) }),
  };
  let finishSlow = (): void => undefined;
  const slowEnds = new Promise<void>((resolve) => {
    finishSlow = resolve;
  });
  const ran: string[] = [];
  const inputSchema = z.object({ cents: z.number().default(1) });
  const refund = createTool({
    id: 'refund',
    inputSchema,
    requireApproval: true,
    execute: async ({ cents }) => {
      ran.push(`refund ${cents}`);
      return { cents };
    },
  });
  const slow = createTool({
    id: 'slow',
    inputSchema,
    mcp: { annotations: { readOnlyHint: true } },
    execute: async () => {
      ran.push('slow');
      await slowEnds;
      return { done: true };
    },
  });
  return {
    agent: new Agent({ id: 'desk', model, tools: { refund, slow }, store, leaseMs }),
    store,
    feed: (...parts) => {
      queue.push(...parts);
      wake();
    },
    finishSlow: () => finishSlow(),
    ran,
  };
}
