import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { CommitResult, Transition } from '../../store/store.ts';
import { bench, calls } from '../behaviour/test-kit.ts';

/** What earlier versions wrote: no wait has a number. */
class EarlierStore extends MemoryStore {
  isEarlier = true;

  override commit(transition: Transition): Promise<CommitResult> {
    const { calls: made, decisions } = transition;
    if (!this.isEarlier) return super.commit(transition);
    return super.commit({
      ...transition,
      ...(made ? { calls: made.map(withoutNumber) } : {}),
      ...(decisions ? { decisions: decisions.map(withoutNumber) } : {}),
    });
  }
}

function withoutNumber<T extends { readonly waitNumber?: number; readonly decision?: object }>(
  record: T,
): T {
  const { waitNumber: _, ...rest } = record;
  // What is left of a record is one, as earlier versions had it.
  return rest as T;
}

test.each([1, 2, 3])(
  'waits of earlier versions have a number that stays, and the next ones another; before question %i',
  async (questions) => {
    const store = new EarlierStore();
    let asked = 0;
    const ask = createTool({
      id: 'ask',
      requireApproval: true,
      execute: async (_input, { suspend }) => {
        asked += 1;
        return suspend({ question: asked });
      },
    });
    const { runId } = await bench([calls('ask', {}, 'c')], { ask }, { store }).agent.generate('go');
    // Each process is another one: the records are all that it knows.
    const desk = () => bench([], { ask }, { store }).agent;
    const reference = { runId, toolCallId: 'c' };
    if (questions > 1) await desk().approveToolCallGenerate({ ...reference, by: 'ada' });
    if (questions > 2) await desk().resumeGenerate(1, { ...reference, by: 'ada' });

    store.isEarlier = false;
    const present = async () => (await desk().listSuspendedRuns()).runs[0]?.waiting[0];
    const wait = await present();
    expect(wait?.waitNumber).toBeGreaterThan(0);
    expect((await present())?.waitNumber).toBe(wait?.waitNumber);
    if (!wait) throw new Error('a call should wait');
    const { waiting } =
      wait.kind === 'approval'
        ? await desk().approveToolCallGenerate({ ...wait, by: 'bob' })
        : await desk().resumeGenerate(2, { ...wait, by: 'bob' });
    expect(waiting[0]?.waitNumber).toBe(Number(wait.waitNumber) + 1);
    await expect(desk().declineToolCall(wait)).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
      message: expect.stringContaining(' by bob '),
    });
    await expect(
      desk().declineToolCall({ ...wait, waitNumber: 1, by: 'eve' }),
    ).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
    expect(await present()).toMatchObject({ waitNumber: waiting[0]?.waitNumber });
  },
);
