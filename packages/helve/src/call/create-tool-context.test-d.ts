import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { ModelMessage } from '../tool/message.ts';
import type { RequestContext } from '../tool/request-context.ts';
import type { ToolAnnotations } from '../tool/tool-annotations.ts';
import type { Phase, TransformTarget } from '../tool/tool-transform.ts';
import { createTool } from './create-tool.ts';

interface Output {
  name: string;
  at: Date;
}

const schemas = {
  inputSchema: z.object({ id: z.string(), n: z.number().default(1) }),
  outputSchema: z.object({ name: z.string(), at: z.string().transform((text) => new Date(text)) }),
  suspendSchema: z.object({ question: z.string().default('which?') }),
  resumeSchema: z.object({ answer: z.string().transform(Number) }),
  requestContextSchema: z.object({ userId: z.string(), age: z.coerce.number<string>() }),
};

interface Parsed {
  id: string;
  n: number;
}
interface Accepted {
  id: string;
  n?: number | undefined;
}

describe('the context of execute', () => {
  test('has the types of the schemas', () => {
    createTool({
      id: 'a',
      ...schemas,
      execute: async (_, context) => {
        expectTypeOf(context.requestContext.get('userId')).toEqualTypeOf<string>();
        expectTypeOf(context.requestContext.get('age')).toEqualTypeOf<number>();
        expectTypeOf(context.requestContext.getRaw('age')).toEqualTypeOf<unknown>();
        expectTypeOf(context.requestContext.all).toEqualTypeOf<{ userId: string; age: number }>();
        expectTypeOf(context.resumeData).toEqualTypeOf<{ answer: number } | undefined>();
        type Payload = { question?: string | undefined } | undefined;
        expectTypeOf(context.suspendPayload).toEqualTypeOf<Payload>();
        expectTypeOf(context.suspend).parameter(0).toEqualTypeOf<Payload>();
        expectTypeOf(context.suspend).returns.resolves.toBeNever();
        // @ts-expect-error no such key
        context.requestContext.get('userid');
        // @ts-expect-error a wrong payload
        void context.suspend({ question: 5 });
      },
    });
  });

  test('has the same functions for each runtime, where it is one', () => {
    createTool({
      id: 'a',
      ...schemas,
      execute: async (_, { agent, workflow, mcp, background }) => {
        expectTypeOf(agent?.resumeData).toEqualTypeOf<{ answer: number } | undefined>();
        expectTypeOf(workflow?.resumeData).toEqualTypeOf<{ answer: number } | undefined>();
        expectTypeOf(mcp?.resumeData).toEqualTypeOf<{ answer: number } | undefined>();
        expectTypeOf(agent?.messages).toEqualTypeOf<readonly ModelMessage[] | undefined>();
        expectTypeOf(background?.taskId).toEqualTypeOf<string | undefined>();
      },
    });
  });

  test('has what every runtime gives', () => {
    createTool({
      id: 'a',
      execute: async (_, context) => {
        expectTypeOf(context.abortSignal).toEqualTypeOf<AbortSignal>();
        expectTypeOf(context.runId).toEqualTypeOf<string>();
        expectTypeOf(context.toolCallId).toEqualTypeOf<string>();
        expectTypeOf(context.attempt).toEqualTypeOf<number>();
        expectTypeOf(context.idempotencyKey).toEqualTypeOf<string>();
        expectTypeOf(context.resumeData).toEqualTypeOf<unknown>();
        expectTypeOf(context.requestContext.get('any')).toEqualTypeOf<unknown>();
        expectTypeOf(context.observe.span('x', async () => 5)).resolves.toEqualTypeOf<number>();
        expectTypeOf(context).not.toBeAny();
        void context.writer.custom({ type: 'data-progress', data: 1 });
        // @ts-expect-error events of a run are not the tool's to send
        void context.writer.custom({ type: 'tool-result' });
      },
    });
  });
});

test('hooks know what they watch', () => {
  createTool({
    id: 'a',
    ...schemas,
    execute: async () => ({ name: 'x', at: '2026-01-01' }),
    onInputStart: (options) => {
      expectTypeOf(options.toolCallId).toEqualTypeOf<string>();
      expectTypeOf(options.messages).toEqualTypeOf<readonly ModelMessage[]>();
      expectTypeOf(options.abortSignal).toEqualTypeOf<AbortSignal>();
    },
    onInputDelta: ({ inputTextDelta, partialInput, messages }) => {
      expectTypeOf(inputTextDelta).toEqualTypeOf<string>();
      expectTypeOf(partialInput).toEqualTypeOf<unknown>();
      expectTypeOf(messages).toEqualTypeOf<readonly ModelMessage[]>();
    },
    onInputAvailable: async ({ input, messages }) => {
      expectTypeOf(input).toEqualTypeOf<Parsed>();
      expectTypeOf(messages).toEqualTypeOf<readonly ModelMessage[]>();
    },
    onOutput: (options) => {
      expectTypeOf(options.output).toEqualTypeOf<Output>();
      expectTypeOf(options.toolName).toEqualTypeOf<string>();
      expectTypeOf(options).not.toHaveProperty('messages');
      // whatever a hook returns is ignored
      return [].length;
    },
  });
});

test('a predicate knows the parsed input, the context and the hints', () => {
  createTool({
    id: 'a',
    ...schemas,
    requireApproval: (input, { requestContext, annotations }) => {
      expectTypeOf(input).toEqualTypeOf<Parsed>();
      expectTypeOf(requestContext.get('age')).toEqualTypeOf<number>();
      expectTypeOf(annotations).toEqualTypeOf<ToolAnnotations>();
      return input.n > 5;
    },
  });
  // @ts-expect-error a rule says yes or no
  createTool({ id: 'a', requireApproval: () => 'maybe' });
});

test('toModelOutput knows the output', () => {
  createTool({
    id: 'a',
    ...schemas,
    toModelOutput: async (output) => {
      expectTypeOf(output).toEqualTypeOf<Output>();
      return output.name;
    },
  });
});

test('a transform knows what it may be given, as far as it is known', () => {
  createTool({
    id: 'a',
    ...schemas,
    execute: async () => ({ name: 'x', at: '2026-01-01' }),
    transform: {
      display: {
        input: (context) => {
          expectTypeOf(context.target).toEqualTypeOf<TransformTarget>();
          expectTypeOf(context.phase).toEqualTypeOf<Phase>();
          expectTypeOf(context.input).toEqualTypeOf<Accepted | undefined>();
          expectTypeOf(context.output).toEqualTypeOf<Output | undefined>();
          expectTypeOf(context.error).toEqualTypeOf<unknown>();
          expectTypeOf(context.progress).toEqualTypeOf<unknown>();
          type Payload = { question?: string | undefined } | undefined;
          expectTypeOf(context.suspendPayload).toEqualTypeOf<Payload>();
          expectTypeOf(context.resumeData).toEqualTypeOf<{ answer: number } | undefined>();
          return 1;
        },
      },
      transcript: { output: ({ output }) => output?.at.getTime() },
    },
  });
  // @ts-expect-error no such audience
  createTool({ id: 'a', transform: { screen: { output: () => 1 } } });
  // @ts-expect-error no such phase
  createTool({ id: 'a', transform: { display: { outputs: () => 1 } } });
});

test('examples are inputs that the schema takes', () => {
  createTool({ id: 'a', ...schemas, inputExamples: [{ input: { id: '1' } }] });
  createTool({ id: 'a', inputSchema: z.array(z.string()), inputExamples: [{ input: ['x'] }] });
  createTool({ id: 'a', inputExamples: [{ input: { any: 'thing' } }] });
  // @ts-expect-error a wrong type
  createTool({ id: 'a', ...schemas, inputExamples: [{ input: { id: 1 } }] });
});

test('without an output schema, functions behind execute know the output, those before do not', () => {
  createTool({
    id: 'a',
    execute: async (input) => ({ n: 1, input }),
    onOutput: ({ output }) => expectTypeOf(output).toEqualTypeOf<{ n: number; input: unknown }>(),
    toModelOutput: (output) => expectTypeOf(output.n).toEqualTypeOf<number>(),
  });
  createTool({
    id: 'a',
    onOutput: ({ output }) => {
      expectTypeOf(output).not.toBeAny();
      expectTypeOf(output).toEqualTypeOf<unknown>();
    },
    execute: async (input) => ({ n: 1, input }),
  });
});

test('a request context of any values may be passed where one is taken', () => {
  const take = (_: RequestContext): void => undefined;
  expectTypeOf(take).toBeCallableWith({} as RequestContext<{ userId: string }>);
  const tool = createTool({ id: 'a', ...schemas, execute: async () => {} });
  const requestContext = {} as RequestContext<{ userId: string; age: string }>;
  void tool.execute({ id: '1' }, { requestContext });
  void tool.execute({ id: '1' }, { requestContext: { userId: 'u-1', age: '7' } });
});
