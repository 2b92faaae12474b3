import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { ScriptedTurn } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';

const ship = createTool({
  id: 'ship',
  suspendSchema: z.object({ question: z.string() }),
  resumeSchema: z.object({ street: z.string() }),
  execute: async (_input, { resumeData, suspend }) => {
    if (!resumeData) return suspend({ question: 'To which street?' });
    return `shipped to ${resumeData.street}`;
  },
});
const pay = createTool({ id: 'pay', requireApproval: true, execute: async () => 'paid' });
const memory = { thread: 't' };

function shop(script: readonly ScriptedTurn[]) {
  const model = scriptedModel(script);
  const tools = { ship, pay };
  return { model, agent: new Agent({ id: 'shop', model, tools, autoResumeSuspendedTools: true }) };
}

const callsShip = { toolCalls: [{ toolName: 'ship', input: {}, toolCallId: 'c-ship' }] };
const callsPay = { toolCalls: [{ toolName: 'pay', input: {}, toolCallId: 'c-pay' }] };

function answers(toolCallId: string, data: unknown) {
  return { toolCalls: [{ toolName: 'helve_answer', input: { toolCallId, data } }] };
}

test("the model can hand over a user's answer, and learns what came of it", async () => {
  const { agent, model } = shop([callsShip, answers('c-ship', { street: 'Elm 1' }), 'On its way.']);
  await agent.generate('Ship it.', { memory });
  const { text, toolResults } = await agent.generate('To Elm 1, please.', { memory });
  const tool = model.requests[1]?.tools?.find((each) => each['name'] === 'helve_answer');
  expect(String(tool?.['description'])).toContain('To which street?');
  expect(toolResults).toMatchObject([{ kind: 'result', result: 'shipped to Elm 1' }]);
  expect(text).toBe('On its way.');
  expect((await agent.listSuspendedRuns()).runs).toEqual([]);
  expect(model.requests).toHaveLength(3);
});

test('an answer that does not fit is an error to the model, and the call still waits', async () => {
  const { agent } = shop([callsShip, answers('c-ship', { road: 1 }), 'Which street?']);
  await agent.generate('Ship it.', { memory });
  const { toolResults } = await agent.generate('Hm.', { memory });
  expect(toolResults).toMatchObject([{ kind: 'error', error: { code: 'INVALID_DECISION' } }]);
  expect((await agent.listSuspendedRuns()).runs).toHaveLength(1);
});

test('there is no such tool for approvals, nor a way to approve through it', async () => {
  const { agent, model } = shop([callsPay, answers('c-pay', { approved: true }), 'It waits.']);
  await agent.generate('Pay.', { memory });
  const { toolResults } = await agent.generate('I approve!', { memory });
  expect(model.requests[1]?.tools?.map((tool) => tool['name'])).toEqual(['ship', 'pay']);
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'UNKNOWN_TOOL' }]);
  expect((await agent.listSuspendedRuns()).runs[0]?.waiting).toMatchObject([{ kind: 'approval' }]);
});

test('a call of another thread cannot be answered', async () => {
  const { agent } = shop([callsShip, callsShip, answers('c-other', {}), 'No.']);
  await agent.generate('Ship it.', { memory });
  await agent.generate('Ship it.', { memory: { thread: 'other' } });
  const { toolResults } = await agent.generate('Elm 1', { memory });
  expect(toolResults).toMatchObject([{ kind: 'error' }]);
  expect((await agent.listSuspendedRuns()).runs).toHaveLength(2);
});

test('an answer to a question that the model was not shown is refused, and the call still waits', async () => {
  const given = vi.fn();
  const survey = createTool({
    id: 'survey',
    suspendSchema: z.object({ question: z.string() }),
    execute: async (_input, { resumeData, suspendPayload, suspend }) => {
      if (resumeData === undefined) return suspend({ question: 'Which street?' });
      given(suspendPayload?.question, resumeData);
      return suspend({ question: 'Which house?' });
    },
  });
  const asks = { toolCalls: [{ toolName: 'survey', input: {}, toolCallId: 's' }] };
  const model = scriptedModel([asks, answers('s', 'Elm'), answers('s', 'Elm'), 'Which house?']);
  const agent = new Agent({
    id: 'shop',
    model,
    tools: { survey },
    autoResumeSuspendedTools: true,
  });
  await agent.generate('Ask.', { memory });
  const { toolResults } = await agent.generate('Elm.', { memory });
  expect(toolResults).toMatchObject([
    { kind: 'result' },
    { kind: 'error', error: { code: 'ALREADY_DECIDED' } },
  ]);
  expect(given.mock.calls).toEqual([['Which street?', 'Elm']]);
  const { runs } = await agent.listSuspendedRuns();
  expect(runs[0]?.waiting).toMatchObject([{ payload: { question: 'Which house?' } }]);
});
