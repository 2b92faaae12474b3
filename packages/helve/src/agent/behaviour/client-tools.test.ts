import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import type { Agent } from '../agent.ts';
import type { ClientResult } from '../decide/decision-options.ts';
import type { RunResult } from '../run/run-result.ts';
import { chunkProblems } from './run-kit.ts';
import type { Mode } from './test-kit.ts';
import {
  bench,
  calls,
  callsAll,
  lastResults,
  MODES,
  ofType,
  runBy,
  toldModel,
} from './test-kit.ts';

async function giveBy(mode: Mode, agent: Agent, result: ClientResult): Promise<RunResult> {
  if (mode === 'generate') return agent.addToolResultGenerate(result);
  return (await agent.addToolResult(result)).result;
}

/** A tool without `execute`: whoever runs the agent carries it out. */
function pickTool() {
  const onOutput = vi.fn();
  const pick = createTool({
    id: 'pick',
    inputSchema: z.object({ from: z.array(z.string()) }),
    outputSchema: z.object({ picked: z.string().trim() }),
    onOutput,
  });
  return { pick, onOutput };
}

const input = { from: ['red', 'blue'] };
const script = [calls('pick', input, 'c1'), 'Done.'];

describe.each(MODES)('by %s, a call that is the client’s to carry out', (mode) => {
  test('is left to it, and the run waits for its result', async () => {
    const { pick } = pickTool();
    const { agent, model } = bench(script, { pick });
    const { runId, finishReason, waiting, toolCalls } = await runBy(mode, agent);
    expect(finishReason).toBe('tool-calls');
    expect(toolCalls).toMatchObject([{ toolCallId: 'c1', args: input }]);
    expect(waiting).toMatchObject([{ kind: 'client', toolCallId: 'c1', payload: input }]);
    const result = await giveBy(mode, agent, {
      runId,
      toolCallId: 'c1',
      result: { picked: ' red ' },
    });
    expect(result).toMatchObject({
      text: 'Done.',
      toolResults: [{ kind: 'result', result: { picked: 'red' } }],
    });
    expect(lastResults(model)).toMatchObject([{ output: { value: { picked: 'red' } } }]);
  });

  test('takes a result only where it fits the output schema; else it still waits', async () => {
    const { pick, onOutput } = pickTool();
    const { agent, store } = bench(script, { pick });
    const { runId } = await runBy(mode, agent);
    const before = await store.loadCall(runId, 'c1');
    for (const result of [{ picked: 7 }, undefined, null, 'red']) {
      await expect(giveBy(mode, agent, { runId, toolCallId: 'c1', result })).rejects.toMatchObject({
        code: 'INVALID_DECISION',
        message: expect.stringMatching(/does not fit the output schema of "pick".*still waits/),
      });
    }
    expect(onOutput).not.toHaveBeenCalled();
    expect(await store.loadCall(runId, 'c1')).toEqual(before);
    await giveBy(mode, agent, { runId, toolCallId: 'c1', result: { picked: 'red' } });
    expect(onOutput).toHaveBeenCalledOnce();
  });

  test('may be given an error, which the model is told', async () => {
    const { pick, onOutput } = pickTool();
    const { agent, model } = bench(script, { pick });
    const { runId } = await runBy(mode, agent);
    const given = { runId, toolCallId: 'c1', error: 'The user closed the window.' };
    const result = await giveBy(mode, agent, given);
    expect(result.toolResults).toMatchObject([{ kind: 'error' }]);
    expect(toldModel(model)).toContain('The user closed the window.');
    expect(onOutput).not.toHaveBeenCalled();
  });

  test('takes its result in another process', async () => {
    const { pick } = pickTool();
    const { agent, restart } = bench(script, { pick });
    const { runId } = await runBy(mode, agent);
    const given = { runId, toolCallId: 'c1', result: { picked: 'red' } };
    expect(await giveBy(mode, restart(), given)).toMatchObject({ text: 'Done.' });
    await expect(giveBy(mode, restart(), given)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  });

  test('waits for approval first where it is gated, then for its client', async () => {
    const { pick } = pickTool();
    const { agent, store } = bench(script, { pick: pick.with({ requireApproval: true }) });
    const { runId, waiting } = await runBy(mode, agent);
    expect(waiting).toMatchObject([{ kind: 'approval' }]);
    const given = { runId, toolCallId: 'c1', result: { picked: 'red' } };
    await expect(giveBy(mode, agent, given)).rejects.toMatchObject({ code: 'CALL_NOT_WAITING' });
    const approved = await agent.approveToolCallGenerate({ runId, toolCallId: 'c1', by: 'ada' });
    expect(approved).toMatchObject({ finishReason: 'tool-calls', waiting: [{ kind: 'client' }] });
    expect((await giveBy(mode, agent, given)).text).toBe('Done.');
    const kinds = (await store.loadDecisions(runId)).map(({ kind }) => kind);
    expect(kinds).toEqual(['approve', 'result']);
  });

  test('may be declined', async () => {
    const { pick } = pickTool();
    const { agent, model } = bench(script, { pick });
    const { runId } = await runBy(mode, agent);
    await agent.declineToolCallGenerate({ runId, toolCallId: 'c1', by: 'ada', reason: 'later' });
    expect(toldModel(model)).toMatch(/ada declined.*later/);
  });
});

describe('calls of clients', () => {
  test('stand beside calls that run here; the model is called when all have settled', async () => {
    const { pick } = pickTool();
    const look = createTool({ id: 'look', execute: async () => ({ seen: 1 }) });
    const ask = createTool({
      id: 'ask',
      execute: async (_input, { resumeData, suspend }) => resumeData ?? suspend(),
    });
    const made = callsAll(['pick', 'p', input], ['look', 'l'], ['ask', 'a']);
    const { agent, model } = bench([made, 'Done.'], { pick, look, ask });
    const { runId, finishReason, waiting } = await agent.generate('go');
    expect(finishReason).toBe('suspended');
    expect(waiting.map(({ kind }) => kind)).toEqual(['client', 'suspension']);
    await agent.addToolResultGenerate({ runId, toolCallId: 'p', result: { picked: 'red' } });
    expect(model.requests).toHaveLength(1);
    await agent.resumeGenerate('x', { runId });
    expect(lastResults(model).map(({ toolCallId }) => toolCallId)).toEqual(['p', 'l', 'a']);
  });

  test('have one end on the streams of their run', async () => {
    const { pick } = pickTool();
    const { agent } = bench(script, { pick });
    const first = await agent.stream('go');
    const before = await collect(first.fullStream);
    const given = { runId: first.runId, toolCallId: 'c1', result: { picked: 'red' } };
    const after = await collect((await agent.addToolResult(given)).fullStream);
    expect(ofType(after, 'tool-result')).toHaveLength(1);
    expect(chunkProblems([...before, ...after])).toEqual([]);
  });

  test('of one run’s clientTools are not executed here, though they could be', async () => {
    const execute = vi.fn(async () => ({ picked: 'here' }));
    const { pick } = pickTool();
    const { agent } = bench(script, {});
    const clientTools = { pick: pick.with({ execute }) };
    const { runId, waiting } = await agent.generate('go', { clientTools });
    expect(waiting).toMatchObject([{ kind: 'client' }]);
    const given = { runId, toolCallId: 'c1', result: { picked: 'red' }, clientTools };
    expect((await agent.addToolResultGenerate(given)).text).toBe('Done.');
    expect(execute).not.toHaveBeenCalled();
  });

  test('are never shown to a client with arguments that do not fit', async () => {
    const { pick } = pickTool();
    const { agent } = bench([calls('pick', { from: 'red' }), 'Sorry.'], { pick });
    const { waiting, toolResults } = await agent.generate('go');
    expect(waiting).toEqual([]);
    expect(toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_INPUT' }]);
  });
});
