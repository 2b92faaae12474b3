import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Agent } from '../agent/agent.ts';
import type { RunResult } from '../agent/run/run-result.ts';
import { createTool } from '../call/create-tool.ts';
import type { LanguageModel } from '../model/language-model.ts';
import { collect } from './collect.ts';
import { recordModel } from './record-model.ts';
import { recordingLogger } from './recording-logger.ts';
import { ReplayMismatchError } from './replay-mismatch-error.ts';
import type { ReplayOptions } from './replay-model.ts';
import { replayModel } from './replay-model.ts';
import type { ScriptedTurn } from './scripted-model.ts';
import { scriptedModel } from './scripted-model.ts';
import type { ScriptedResponse } from './scripted-response.ts';

const echo = createTool({ id: 'echo', execute: async (input) => input });

function agentWith(model: LanguageModel): Agent {
  return new Agent({ id: 'a', model, tools: { echo }, logger: recordingLogger() });
}

type Way = 'generate' | 'stream';

/** What a run came to: its chunks where it was streamed, its result, or why it failed. */
async function runWith(model: LanguageModel, way: Way, input = 'go'): Promise<unknown> {
  const agent = agentWith(model);
  const options = { runId: 'run' };
  try {
    if (way === 'generate') return outcomeOf(await agent.generate(input, options));
    const stream = await agent.stream(input, options);
    const chunks = await collect(stream.fullStream);
    return { chunks, ...outcomeOf(await stream.result) };
  } catch (error) {
    return { failed: String(error) };
  }
}

function outcomeOf({ messages, steps, usage }: RunResult): object {
  return { messages, steps, usage };
}

function throughFile(model: { readonly recording: object }): unknown {
  return JSON.parse(JSON.stringify(model.recording));
}

async function recorded(script: readonly ScriptedTurn[], way: Way = 'stream', options = {}) {
  const model = recordModel(scriptedModel(script), options);
  const outcome = await runWith(model, way);
  return { outcome, recording: throughFile(model) };
}

const response: fc.Arbitrary<ScriptedResponse> = fc.record(
  {
    text: fc.string(),
    reasoning: fc.string(),
    toolCalls: fc.array(
      fc.record({
        toolName: fc.constantFrom('echo', 'nothing'),
        input: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.constant('{"broken')),
      }),
      { maxLength: 3 },
    ),
    usage: fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() }),
    chunkSize: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: [] },
);
const broken = fc.oneof(
  response,
  fc.constant({ text: 'well well', error: new Error('overloaded') }),
  fc.constant({ text: 'well well', breakOffAfter: 1 }),
);

test('a run that is played again comes to what the recorded one came to', async () => {
  const script = fc
    .tuple(fc.array(response, { maxLength: 3 }), broken)
    .map(([turns, last]) => [...turns, last, 'over', 'over', 'over', 'over']);
  const way = fc.constantFrom<Way>('generate', 'stream');
  await fc.assert(
    fc.asyncProperty(script, way, async (turns, how) => {
      const { outcome, recording } = await recorded(turns, how);
      const model = replayModel(recording);
      expect(await runWith(model, how)).toEqual(outcome);
      expect(model.remaining).toBe(0);
    }),
    { numRuns: 60 },
  );
});

describe('a request that was not recorded', () => {
  const script: readonly ScriptedTurn[] = [
    { toolCalls: [{ toolName: 'echo', input: { n: 1 } }] },
    'done',
  ];

  test.each<[Way]>([['stream'], ['generate']])('fails %s, showing what differs', async (way) => {
    const { recording } = await recorded(script, way);
    const outcome = await runWith(replayModel(recording), way, 'stop');
    expect(outcome).toEqual({
      failed: expect.stringMatching(
        /Request 1 differs .* at prompt\.0\.content\.0\.text: recorded "go", now "stop"/,
      ),
    });
  });

  test('fails where it is one too many, or made another way', async () => {
    const { recording } = await recorded(script);
    const model = replayModel(recording);
    await runWith(model, 'stream');
    const failing = agentWith(model).generate('more');
    await expect(failing).rejects.toSatisfy(ReplayMismatchError.isInstance);
    await expect(failing).rejects.toThrow('has 2 requests, and one more');
    await expect(agentWith(replayModel(recording)).generate('go')).rejects.toThrow('doStream()');
  });

  test('is answered all the same where only the order counts', async () => {
    const { recording } = await recorded(script, 'generate');
    const options: ReplayOptions = { match: 'order' };
    expect((await agentWith(replayModel(recording, options)).generate('stop')).text).toBe('done');
  });
});

test('requests that run at once are answered in whatever order they come', async () => {
  const live = recordModel(scriptedModel(({ prompt }) => JSON.stringify(prompt.at(-1)?.content)));
  await agentWith(live).generate('one');
  await agentWith(live).generate('two');
  const agent = agentWith(replayModel(live.recording));
  expect((await agent.generate('two')).text).toContain('two');
  expect((await agent.generate('one')).text).toContain('one');
});

test('what is redacted is in no file, not even in pieces, and the run plays all the same', async () => {
  const redact = (text: string) => text.replaceAll('ada@example.com', '<email>');
  const secret = { mail: 'ada@example.com' };
  const { recording } = await recorded(
    [
      {
        text: 'to ada@example.com',
        toolCalls: [{ toolName: 'echo', input: secret }],
        chunkSize: 3,
      },
      'sent to ada@example.com',
    ],
    'stream',
    { redact },
  );
  expect(JSON.stringify(recording)).not.toMatch(/ada|example\.com/);
  const model = replayModel(recording, { redact });
  expect(await runWith(model, 'stream')).toMatchObject({
    messages: [
      { content: [{ text: 'to <email>' }, { type: 'tool-call', input: { mail: '<email>' } }] },
      { role: 'tool' },
      { content: [{ text: 'sent to <email>' }] },
    ],
  });
});

test('a refusal that was tried again is played and tried again at once', async () => {
  const refusal = Object.assign(new Error('busy'), {
    statusCode: 429,
    isRetryable: true,
    responseHeaders: { 'retry-after-ms': '1' },
  });
  const busy = () => {
    throw refusal;
  };
  const { recording } = await recorded([busy, 'here I am'], 'generate');
  const model = replayModel(recording);
  expect((await agentWith(model).generate('go')).text).toBe('here I am');
  expect(model.remaining).toBe(0);
});

test('headers and signals are not kept', async () => {
  const live = recordModel(scriptedModel(['hello']));
  await new Agent({ id: 'a', model: live }).generate('go', {
    modelSettings: { headers: { authorization: 'secret' }, temperature: 0 },
    abortSignal: new AbortController().signal,
  });
  const [exchange] = live.recording.toJSON().exchanges;
  expect(exchange?.request).toMatchObject({ temperature: 0 });
  expect(JSON.stringify(exchange)).not.toMatch(/secret|abortSignal/);
});

test.each([[null], [{}], ['{}'], [{ format: 'helve-recording', version: 2, exchanges: [] }]])(
  'what is no recording (%j) is refused',
  (given) => {
    expect(() => replayModel(given)).toThrow('This is no recording');
  },
);
