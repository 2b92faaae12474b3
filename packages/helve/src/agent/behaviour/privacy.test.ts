import { describe, expect, test } from 'vitest';
import type { Tool } from '../../tool/tool.ts';
import type { ToolContext } from '../../tool/tool-context.ts';
import type { ValidationError } from '../../tool/validation-error.ts';
import type { GenerateOptions } from '../agent-options.ts';
import { badInput, canary, goodInput, secretive, watch } from './privacy-kit.ts';

const good = { secret: canary('output') };
const bad = { secret: `${canary('output')} refuse` };

const returned: ValidationError = {
  error: true,
  message: canary('message'),
  validationErrors: { errors: [canary('cause')], fields: {} },
};

function thrower(thrown: unknown): () => never {
  return () => {
    throw thrown;
  };
}

const message = new Error(canary('message'), { cause: new Error(canary('cause')) });

/** What a call can come to, and the text of its terminal chunk on screens. */
const endings: readonly {
  readonly kind: string;
  readonly tool: Tool;
  readonly input?: unknown;
  readonly options?: GenerateOptions;
  readonly shows: string;
}[] = [
  { kind: 'succeeds', tool: secretive(() => good), shows: 'shown output' },
  {
    kind: 'writes progress',
    tool: secretive(async ({ writer }) => {
      await writer.write({ secret: canary('progress') });
      return good;
    }),
    shows: 'shown output',
  },
  { kind: 'throws an error with a cause', tool: secretive(thrower(message)), shows: 'shown error' },
  {
    kind: 'throws an error with more on it',
    tool: secretive(thrower(Object.assign(new Error(canary('message')), { row: canary('cause') }))),
    shows: 'shown error',
  },
  {
    kind: 'throws an object',
    tool: secretive(thrower({ row: canary('cause') })),
    shows: 'shown error',
  },
  { kind: 'returns what does not fit', tool: secretive(() => bad), shows: 'shown error' },
  { kind: 'returns a validation error', tool: secretive(() => returned), shows: 'shown error' },
  {
    kind: 'is given what does not fit',
    tool: secretive(() => good),
    input: badInput,
    shows: 'shown error',
  },
  {
    kind: 'is given broken JSON',
    tool: secretive(() => good),
    input: `{"secret":"${canary('input')}`,
    shows: 'shown error',
  },
  {
    kind: 'is not active',
    tool: secretive(() => good),
    options: { activeTools: [] },
    shows: 'shown error',
  },
  {
    kind: 'is refused by the guard',
    tool: secretive(() => good),
    options: {
      hooks: {
        beforeToolCall: ({ input }) => {
          throw new Error(JSON.stringify(input));
        },
      },
    },
    shows: 'shown error',
  },
  {
    kind: 'is answered by the guard',
    tool: secretive(() => ({ secret: 'never' })),
    options: { hooks: { beforeToolCall: () => ({ proceed: false, output: good }) } },
    shows: 'shown output',
  },
  {
    kind: 'is asked about by a rule that throws, and approved',
    tool: secretive(() => good, {
      requireApproval: (input: unknown) => {
        throw new Error(JSON.stringify(input));
      },
    }),
    shows: 'shown output',
  },
  {
    kind: 'suspends and is answered',
    tool: secretive(({ resumeData, suspend }: ToolContext) =>
      resumeData === undefined ? suspend({ secret: canary('suspend') }) : good,
    ),
    shows: 'shown output',
  },
  {
    kind: 'suspends with what does not fit',
    tool: secretive(({ suspend }) => suspend({ secret: `${canary('suspend')} refuse` })),
    shows: 'shown error',
  },
  {
    kind: 'misses something in the request context',
    tool: secretive(() => good, {
      requestContextSchema: {
        '~standard': {
          version: 1,
          vendor: 'test',
          validate: (value: unknown) => ({ issues: [{ message: JSON.stringify(value) }] }),
        },
      },
    }),
    shows: 'shown error',
  },
  {
    kind: 'has hooks that throw what they were given',
    tool: secretive(() => good, {
      onInputDelta: ({ inputTextDelta }: { inputTextDelta: string }) => {
        throw new Error(`${inputTextDelta} ${canary('input')}`);
      },
      onInputAvailable: ({ input }: { input: unknown }) => {
        throw new Error(JSON.stringify(input));
      },
      onOutput: ({ output }: { output: unknown }) =>
        Promise.reject(new Error(JSON.stringify(output))),
    }),
    shows: 'shown output',
  },
  {
    kind: 'is watched by an afterToolCall that throws what it was given',
    tool: secretive(() => good),
    options: {
      hooks: {
        afterToolCall: (entry) => {
          throw new Error(JSON.stringify(entry));
        },
      },
    },
    shows: 'shown output',
  },
];

describe('no raw payload of a tool that hides them reaches screens, transcripts, the model or logs', () => {
  test.each(endings)('when it $kind', async ({ tool, input = goodInput, options, shows }) => {
    const { shown, findLeaks, stream } = await watch(tool, input, options);
    expect(await findLeaks()).toEqual([]);
    expect(await stream.text).toBe('over');
    const end = shown.find(({ type }) => type === 'tool-result' || type === 'tool-error');
    expect(JSON.stringify(end)).toContain(shows);
  });
});

test('the application sees everything raw', async () => {
  const { stream } = await watch(secretive(() => good));
  const types: Record<string, unknown> = {};
  for await (const chunk of stream.fullStream) types[chunk.type] = chunk.payload;
  expect(types).toMatchObject({
    'tool-call': { args: goodInput },
    'tool-result': { args: goodInput, result: good },
  });
  expect(await stream.toolResults).toMatchObject([{ args: goodInput, result: good }]);
});

test('each phase is shown in the form its transform gives, on screens and in the transcript', async () => {
  const tool = secretive(
    async ({ resumeData, suspend, writer }: ToolContext) => {
      await writer.write({ secret: canary('progress') });
      return resumeData === undefined ? suspend({ secret: canary('suspend') }) : good;
    },
    { requireApproval: true },
  );
  const { shown, agent, stream } = await watch(tool);
  const payloads = shown
    .filter(({ type }) => type.startsWith('tool-'))
    .map((chunk) => [chunk.type, 'payload' in chunk ? chunk.payload : undefined]);
  expect(Object.fromEntries(payloads)).toMatchObject({
    'tool-call-delta': { argsTextDelta: '.' },
    'tool-call': { args: 'shown input' },
    'tool-call-approval': { args: 'shown approval' },
    'tool-output': { output: 'shown progress' },
    'tool-call-suspended': { args: 'shown input', suspendPayload: 'shown suspend' },
    'tool-call-resumed': { args: 'shown input', resumeData: 'shown resume' },
    'tool-result': { args: 'shown input', result: 'shown output' },
  });
  const [, answer] = await agent.listMessages({ runId: stream.runId });
  expect(answer?.parts).toMatchObject([
    {
      type: 'tool',
      state: 'result',
      input: 'shown input',
      output: 'shown output',
      suspendPayload: 'shown suspend',
      resumeData: 'shown resume',
    },
  ]);
});
