import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import { bench, calls, lastResults } from './test-kit.ts';

/** Asks for one thing after another, each with a form of its own. */
function asker(steps: readonly { readonly wants: string; readonly type: string }[]) {
  return createTool({
    id: 'ask',
    resumeSchemaFor: (asked) => {
      // What a record holds of the payload below.
      const { wants, type } = asked as { readonly wants: string; readonly type: string };
      return jsonSchema({ type: 'object', properties: { [wants]: { type } }, required: [wants] });
    },
    execute: async (_, { suspend, suspendPayload, resumeData }) => {
      const { done = [] } = (suspendPayload ?? {}) as { readonly done?: readonly unknown[] };
      const answers = resumeData === undefined ? done : [...done, resumeData];
      const next = steps[answers.length];
      if (next) return suspend({ ...next, done: answers });
      return answers;
    },
  });
}

const steps = [
  { wants: 'name', type: 'string' },
  { wants: 'age', type: 'number' },
];

test('each suspension waits for an answer of its own schema, also in another process', async () => {
  const { agent, restart, model } = bench([calls('ask', {}), 'Thanks.'], { ask: asker(steps) });
  const first = await agent.generate('go');
  const { runId } = first;
  expect(first.waiting).toMatchObject([{ schema: { required: ['name'] } }]);
  await expect(agent.resumeGenerate({ age: 4 }, { runId })).rejects.toMatchObject({
    code: 'INVALID_DECISION',
  });
  const second = await restart().resumeGenerate({ name: 'Ada' }, { runId });
  expect(second.waiting).toMatchObject([{ schema: { required: ['age'] } }]);
  await expect(agent.resumeGenerate({ age: 'old' }, { runId })).rejects.toMatchObject({
    code: 'INVALID_DECISION',
  });
  const third = await restart().resumeGenerate({ age: 36 }, { runId });
  expect(third.text).toBe('Thanks.');
  expect(lastResults(model)).toMatchObject([
    { output: { type: 'json', value: [{ name: 'Ada' }, { age: 36 }] } },
  ]);
});

test('people are shown the form of what is asked', async () => {
  const { agent } = bench([calls('ask', {}), 'Thanks.'], { ask: asker(steps) });
  const stream = await agent.stream('go');
  for await (const chunk of stream.displayStream) {
    if (chunk.type !== 'tool-call-suspended') continue;
    expect(JSON.parse(String(chunk.payload.resumeSchema))).toMatchObject({ required: ['name'] });
    return;
  }
  expect.unreachable('nothing was asked');
});

test('a question that has no schema fails the call: nobody is asked what they cannot answer', async () => {
  const { agent, logger } = bench([calls('ask', {}), 'I see.'], {
    ask: asker([{ wants: 'name', type: 'no such type' }]),
  });
  const { waiting, toolResults } = await agent.generate('go');
  expect(waiting).toEqual([]);
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_SUSPEND_PAYLOAD' }]);
  expect(logger.records).toMatchObject([{ level: 'error' }]);
});

test('a wait whose schema cannot be made any more is listed, and refuses answers', async () => {
  const { agent, restart } = bench([calls('ask', {}), 'I see.'], { ask: asker(steps) });
  const { runId, waiting } = await agent.generate('go');
  const toolCallId = String(waiting[0]?.toolCallId);
  const broken = createTool({
    id: 'ask',
    resumeSchemaFor: () => {
      throw new Error('gone');
    },
    execute: () => 'never',
  });
  const later = restart({ tools: { ask: broken } });
  const { runs } = await later.listSuspendedRuns();
  expect(runs[0]?.waiting).toMatchObject([{ kind: 'suspension', schema: undefined }]);
  await expect(later.resumeGenerate({ name: 'Ada' }, { runId })).rejects.toMatchObject({
    code: 'CALL_CHANGED',
  });
  expect((await later.declineToolCallGenerate({ runId, toolCallId })).text).toBe('I see.');
});

test('a direct call checks the answer against the question it answers', async () => {
  const ask = asker(steps.slice(0, 1));
  const context = { suspendPayload: { ...steps[0], done: [] } };
  const wrong = await ask.execute({}, { ...context, resumeData: { name: 7 } });
  expect(wrong).toMatchObject({ error: true });
  expect(await ask.execute({}, { ...context, resumeData: { name: 'Ada' } })).toEqual([
    { name: 'Ada' },
  ]);
});
