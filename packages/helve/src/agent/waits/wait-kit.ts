import { vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { AgentOptions, ToolRecord } from '../agent-options.ts';
import type { Bench } from '../behaviour/test-kit.ts';
import { bench, signal } from '../behaviour/test-kit.ts';
import type { RunResult } from '../run/run-result.ts';

// What the tests of expiring waits share. Nothing of it is published.

export const START: number = Date.parse('2030-01-01T00:00:00Z');
export const MINUTE = 60_000;

/** An agent whose clock the test turns, and what its tools were given. */
export interface WaitBench extends Bench {
  readonly ran: ReturnType<typeof vi.fn>;
  /** Resolves with the `n`th end, or wait, of a run in the agent's own process. */
  ended(n: number): Promise<RunResult>;
  /** Lets time pass, and whatever is set for then happen. */
  pass(milliseconds: number): Promise<void>;
}

/** Tools that wait: `pay` for an approval, `ask` for an answer. */
export function waitBench(
  script: Parameters<typeof bench>[0],
  options: Partial<AgentOptions> = {},
  more: ToolRecord = {},
): WaitBench {
  const ran = vi.fn();
  const pay = createTool({
    id: 'pay',
    inputSchema: z.object({ amount: z.number().default(1) }),
    requireApproval: true,
    execute: async ({ amount }) => ran('pay', amount),
  });
  const ask = createTool({
    id: 'ask',
    resumeSchema: z.object({ size: z.number() }),
    execute: async (_input, { resumeData, suspend }) => {
      ran('ask', resumeData);
      if (resumeData === undefined || resumeData.size < 0) return suspend({ q: 'Which size?' });
      return { size: resumeData.size };
    },
  });
  const results: RunResult[] = [];
  const waiting: { n: number; tell: (result: RunResult) => void }[] = [];
  const onFinish = (result: RunResult): void => {
    results.push(result);
    for (const { n, tell } of waiting) if (n === results.length) tell(result);
  };
  return {
    ...bench(script, { pay, ask, ...more }, { onFinish, ...options }),
    ran,
    ended: (n) => {
      const { promise, resolve } = signal<RunResult>();
      const known = results[n - 1];
      if (known) resolve(known);
      else waiting.push({ n, tell: resolve });
      return promise;
    },
    pass: async (milliseconds) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
    },
  };
}
