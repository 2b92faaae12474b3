import { describe, expect, test, vi } from 'vitest';
import type { StandardJsonSchema } from '../schema/standard-schema.ts';
import type { ToolSource } from '../tool/tool.ts';
import { isValidationError } from '../tool/validation-error.ts';
import type { CallOutcome } from './call.ts';
import { createTool } from './create-tool.ts';
import { admit, checkInput, perform } from './pipeline.ts';
import { readJson } from './read-json.ts';
import { testRuntime, throwing } from './test-runtime.ts';

const CANARY = 'canary-4711';

/** What schemas that lie answer instead of a result. */
const LIES: Readonly<Record<string, () => unknown>> = {
  'answers nothing': () => undefined,
  'answers null': () => null,
  'answers a number': () => 5,
  'answers neither value nor issues': () => ({}),
  'has issues that are no list': () => ({ issues: 'many' }),
  'has no issue in its issues': () => ({ issues: [] }),
  'has issues that are none': () => ({ issues: [null, 5] }),
  'has issues that cannot be read': () => ({
    issues: [Object.defineProperty({}, 'message', { get: throwing(new Error(CANARY)) })],
  }),
  'has an issue whose path is none': () => ({ issues: [{ message: 'x', path: 5 }] }),
  'cannot be read': () => Object.defineProperty({}, 'issues', { get: throwing(new Error(CANARY)) }),
  throws: throwing(new Error(CANARY)),
  'throws nothing': throwing(undefined),
  rejects: () => Promise.reject(new Error(CANARY)),
  'resolves to nothing': async () => undefined,
  hangs: () => new Promise(() => undefined),
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
  'is a promise that throws': () => ({ then: throwing(new Error(CANARY)) }),
};

function lying(lie: () => unknown): StandardJsonSchema<never> {
  const describe = () => ({ type: 'object' });
  return {
    '~standard': {
      version: 1,
      vendor: 'liar',
      validate: lie as () => { readonly value: never },
      jsonSchema: { input: describe, output: describe },
    },
  };
}

/** What comes of a call whose tool has such a schema. */
async function outcomeOf(tool: ToolSource): Promise<CallOutcome> {
  const runtime = testRuntime({ decisionTimeoutMs: 5 });
  const request = { runId: 'r', toolCallId: 'c', toolName: 'tool', input: readJson('{}') };
  const input = await checkInput(request, tool, runtime, undefined);
  if (!input.ok) return input.end;
  const admission = await admit(request, tool, input, runtime, undefined);
  if (admission.kind === 'ended') return admission.end;
  if (admission.kind !== 'ready') throw new Error('the call waits');
  return perform(admission.call, runtime, undefined);
}

describe.each(Object.entries(LIES))('a schema that %s', (_, lie) => {
  const schema = lying(lie);
  const execute = vi.fn(async () => 'ran');

  test.each([
    ['inputSchema', 'INVALID_INPUT', false],
    ['requestContextSchema', 'INVALID_REQUEST_CONTEXT', false],
    ['outputSchema', 'INVALID_OUTPUT', true],
  ] as const)('as %s fails the call: %s', async (parameter, code, runs) => {
    execute.mockClear();
    const tool = createTool({ id: 't' }).with({ execute }).source;
    const outcome = await outcomeOf({ ...tool, [parameter]: schema });
    expect(outcome).toMatchObject({ kind: 'error', failure: { code, error: { error: true } } });
    expect(execute).toHaveBeenCalledTimes(runs ? 1 : 0);
    if (outcome.kind !== 'error') return;
    const { modelText, displayText } = outcome.failure;
    for (const text of [modelText, displayText]) {
      expect(text).toContain('"tool"');
      expect(text).not.toContain(CANARY);
    }
  });

  test('as suspendSchema fails the call, and nothing waits', async () => {
    const tool = createTool({
      id: 't',
      suspendSchema: schema,
      execute: (__, { suspend }) => suspend(),
    });
    expect(await outcomeOf(tool.source)).toMatchObject({
      failure: { code: 'INVALID_SUSPEND_PAYLOAD' },
    });
  });

  test.each(['inputSchema', 'outputSchema', 'requestContextSchema', 'resumeSchema'])(
    'as %s gives a direct call a validation error',
    async (parameter) => {
      vi.useFakeTimers();
      const tool = createTool({ id: 't', [parameter]: schema, execute: async () => 'ran' });
      const calling = tool.execute({}, { resumeData: {} });
      await vi.advanceTimersByTimeAsync(30_000);
      vi.useRealTimers();
      const result: unknown = await calling;
      expect(isValidationError(result)).toBe(true);
      expect(JSON.stringify(result)).not.toContain(CANARY);
    },
  );
});
