import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { PhaseTransforms } from '../../tool/tool-transform.ts';
import { bench, callsAll } from '../behaviour/test-kit.ts';

/** What a list in another process shows of a waiting approval and a suspension. */
async function listed(display: PhaseTransforms, gone = false): Promise<unknown[]> {
  const pay = createTool({
    id: 'pay',
    inputSchema: z.object({ card: z.string() }),
    requireApproval: true,
    execute: async () => ({ ok: true }),
    transform: { display },
  });
  const ask = createTool({
    id: 'ask',
    resumeSchema: z.object({ answer: z.string() }),
    execute: async (_input, { suspend }) => suspend({ q: 'secret?' }),
    transform: { display },
  });
  const calls = callsAll(['pay', 'p1', { card: 'secret' }], ['ask', 'a1']);
  const { agent, restart } = bench([calls], { pay, ask });
  await agent.generate('go');
  const other = gone ? restart({ tools: {} }) : restart();
  const { runs } = await other.listSuspendedRuns();
  return runs.flatMap(({ waiting }) => waiting.map((wait) => wait.display));
}

describe('what a list shows of a waiting call for screens', () => {
  test('is what the tool makes of it, also where nobody has seen its chunks', async () => {
    const shown = await listed({
      approval: ({ input }) => ({ question: `Charge ${input ? 'the card' : '?'}?` }),
      suspend: () => ({ q: 'a question' }),
    });
    expect(shown).toEqual([{ question: 'Charge the card?' }, { q: 'a question' }]);
  });

  test('is the form of the input where an approval has none of its own', async () => {
    const [approval] = await listed({ input: () => ({ card: '•••' }) });
    expect(approval).toEqual({ card: '•••' });
  });

  const cases: [string, PhaseTransforms, boolean][] = [
    ['that throws', { approval: fails, suspend: fails }, false],
    ['that gives nothing', { approval: () => undefined, suspend: () => undefined }, false],
    ['that says nothing of it', {}, false],
    ['of a tool that is gone', { approval: () => 'x' }, true],
  ];
  test.each(cases)('is a placeholder for a transform %s', async (_what, display, gone) => {
    const shown = await listed(display, gone);
    expect(shown).toEqual([
      { message: 'Tool approval payload unavailable' },
      { message: 'Tool suspend payload unavailable' },
    ]);
  });
});

function fails(): never {
  throw new Error('secret');
}
