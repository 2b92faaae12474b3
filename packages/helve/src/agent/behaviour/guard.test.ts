import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { Guard } from '../../call/guard.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { bench, calls, lastResults, MODES, runBy, signal, toldModel } from './test-kit.ts';

const inputSchema = z.object({ path: z.string(), force: z.boolean().default(false) });

function removeTool(requireApproval = false) {
  const execute = vi.fn(async ({ path }: { path: string }) => ({ removed: path }));
  const onOutput = vi.fn();
  const outputSchema = z.object({ removed: z.string() });
  const remove = createTool({
    id: 'remove',
    inputSchema,
    outputSchema,
    requireApproval,
    execute,
    onOutput,
    mcp: { annotations: { destructiveHint: true } },
  });
  return { remove, execute, onOutput };
}

const script = [calls('remove', { path: '/tmp' }, 'c1'), 'Done.'];

/** Runs the script with a guard of the agent. */
async function runWith(beforeToolCall: Guard, tool = removeTool()) {
  const made = bench(script, { remove: tool.remove }, { hooks: { beforeToolCall } });
  return { ...made, ...tool, result: await made.agent.generate('go') };
}

describe.each(MODES)('by %s, the guard beforeToolCall', (mode) => {
  test('is asked once a call, with the parsed input and what is known of the tool', async () => {
    const guard = vi.fn(() => undefined);
    const { remove, execute } = removeTool();
    const requestContext = new RequestContext({ user: 'ada' });
    const { agent } = bench(script, { remove }, { hooks: { beforeToolCall: guard } });
    const { runId } = await runBy(mode, agent, 'go', { requestContext });
    expect(guard).toHaveBeenCalledExactlyOnceWith({
      runId,
      toolCallId: 'c1',
      toolName: 'remove',
      input: { path: '/tmp', force: false },
      annotations: { destructiveHint: true },
      requestContext: expect.any(RequestContext),
    });
    expect(execute).toHaveBeenCalledOnce();
  });

  test('is not asked about calls that do not fit, and not again after an approval', async () => {
    const guard = vi.fn(() => undefined);
    const { remove, execute } = removeTool(true);
    const bad = { toolName: 'remove', toolCallId: 'bad', input: { path: 7 } };
    const good = { toolName: 'remove', toolCallId: 'good', input: { path: '/' } };
    const hooks = { beforeToolCall: guard };
    const { agent } = bench([{ toolCalls: [bad, good] }, 'Done.'], { remove }, { hooks });
    const { waiting } = await runBy(mode, agent);
    for (const wait of waiting) await agent.approveToolCallGenerate(wait);
    expect(guard).toHaveBeenCalledOnce();
    expect(execute).toHaveBeenCalledOnce();
  });
});

describe('a guard that refuses', () => {
  test('keeps the tool from running, and the model is told why', async () => {
    const verdict = { proceed: false, reason: 'outside of the project' } as const;
    const { execute, result, model } = await runWith(() => verdict);
    expect(execute).not.toHaveBeenCalled();
    expect(result.toolResults).toMatchObject([{ kind: 'error', code: 'REFUSED' }]);
    expect(toldModel(model)).toMatch(/outside of the project.*did not run/);
  });

  test('does so before anybody is asked to approve', async () => {
    const { execute, result } = await runWith(() => ({ proceed: false }), removeTool(true));
    expect(result.waiting).toEqual([]);
    expect(result.toolResults).toMatchObject([{ code: 'REFUSED' }]);
    expect(execute).not.toHaveBeenCalled();
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('policy server: token abc');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('policy server: token abc'))],
  ])('because it %s, is logged, and keeps what it threw to itself', async (_how, guard) => {
    const { execute, result, model, logger } = await runWith(guard);
    expect(execute).not.toHaveBeenCalled();
    expect(result.toolResults).toMatchObject([{ code: 'REFUSED' }]);
    expect(toldModel(model)).not.toMatch(/token abc/);
    expect(logger.records).toMatchObject([
      { level: 'error', message: expect.stringMatching(/beforeToolCall/) },
    ]);
  });

  test.each([[{}], [true], ['yes'], [{ proceed: 'yes' }], [{ proceed: 0 }]])(
    'because it answered %j, which is not a clear yes',
    async (verdict) => {
      // Callers without types can answer anything.
      const { execute, result } = await runWith((() => verdict) as unknown as Guard);
      expect(execute).not.toHaveBeenCalled();
      expect(result.toolResults).toMatchObject([{ code: 'REFUSED' }]);
    },
  );

  describe('because it hangs', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test('does so when its time is over', async () => {
      const asked = signal();
      const { remove, execute } = removeTool();
      const beforeToolCall = (): Promise<undefined> => {
        asked.resolve();
        return new Promise(() => undefined);
      };
      const { agent } = bench(script, { remove }, { hooks: { beforeToolCall } });
      const running = agent.generate('go');
      await asked.promise;
      await vi.advanceTimersByTimeAsync(30_000);
      expect((await running).toolResults).toMatchObject([{ code: 'REFUSED' }]);
      expect(execute).not.toHaveBeenCalled();
    });
  });
});

describe('a guard that lets a call pass', () => {
  test.each([[undefined], [null], [{ proceed: true }]])('by answering %j', async (verdict) => {
    const { execute } = await runWith((() => verdict) as unknown as Guard);
    expect(execute).toHaveBeenCalledOnce();
  });

  test('does not switch the gate off', async () => {
    const { execute, result } = await runWith(() => ({ proceed: true }), removeTool(true));
    expect(result.waiting).toHaveLength(1);
    expect(execute).not.toHaveBeenCalled();
  });
});

describe('a guard that answers in the tool’s place', () => {
  test('gives an output that passes as one, and the chunk says so', async () => {
    const answer = { proceed: false, output: { removed: 'nothing' } } as const;
    const { execute, onOutput, result, model } = await runWith(() => answer);
    expect(execute).not.toHaveBeenCalled();
    expect(result.toolResults).toMatchObject([
      { kind: 'result', result: { removed: 'nothing' }, answeredBy: 'guard' },
    ]);
    expect(onOutput).toHaveBeenCalledOnce();
    expect(lastResults(model)).toMatchObject([{ output: { value: { removed: 'nothing' } } }]);
  });

  test('gives an output that is validated like the tool’s own', async () => {
    const { onOutput, result } = await runWith(() => ({ proceed: false, output: { removed: 7 } }));
    expect(result.toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_OUTPUT' }]);
    expect(onOutput).not.toHaveBeenCalled();
  });

  test('needs no approval: nothing runs', async () => {
    const answer = { proceed: false, output: { removed: 'nothing' } } as const;
    const { result } = await runWith(() => answer, removeTool(true));
    expect(result.waiting).toEqual([]);
    expect(result.toolResults).toMatchObject([{ answeredBy: 'guard' }]);
  });
});

describe('the hook afterToolCall', () => {
  const after = async (afterToolCall: () => unknown) => {
    const { remove } = removeTool();
    const { agent, logger } = bench(script, { remove }, { hooks: { afterToolCall } });
    return { result: await agent.generate('go'), logger };
  };

  test.each([
    [
      'throws',
      () => {
        throw new Error('no disk');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('no disk'))],
  ])('changes no result when it %s, and is logged', async (_how, hook) => {
    const { result, logger } = await after(hook);
    expect(result).toMatchObject({ text: 'Done.', finishReason: 'stop' });
    expect(result.toolResults).toMatchObject([{ kind: 'result', result: { removed: '/tmp' } }]);
    expect(logger.records).toMatchObject([{ level: 'error' }]);
  });

  test('cannot put another result in its place by what it returns', async () => {
    const { result } = await after(() => ({ kind: 'error', result: 'mine' }));
    expect(result.toolResults).toMatchObject([{ kind: 'result', result: { removed: '/tmp' } }]);
  });

  test('is told of every end: result, error and denial', async () => {
    const afterToolCall = vi.fn();
    const { remove } = removeTool(true);
    const fail = createTool({
      id: 'fail',
      execute: async () => {
        throw new Error('broken');
      },
    });
    const toolCalls = [
      { toolName: 'remove', toolCallId: 'no', input: { path: '/a' } },
      { toolName: 'remove', toolCallId: 'yes', input: { path: '/b' } },
      { toolName: 'fail', toolCallId: 'bad', input: {} },
    ];
    const hooks = { afterToolCall };
    const { agent } = bench([{ toolCalls }, 'Done.'], { remove, fail }, { hooks });
    const { runId } = await agent.generate('go');
    await agent.declineToolCallGenerate({ runId, toolCallId: 'no' });
    await agent.approveToolCallGenerate({ runId, toolCallId: 'yes' });
    expect(afterToolCall.mock.calls.map(([{ toolCallId, kind }]) => [toolCallId, kind])).toEqual([
      ['bad', 'error'],
      ['no', 'denied'],
      ['yes', 'result'],
    ]);
  });
});
