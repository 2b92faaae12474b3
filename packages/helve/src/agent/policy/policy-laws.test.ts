import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { Policy, PolicyRule } from '../../call/policy.ts';
import type { PolicyEffect } from '../../store/asked-by.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { RequestContext } from '../../tool/request-context.ts';
import type { ToolAnnotations } from '../../tool/tool-annotations.ts';
import { Agent } from '../agent.ts';
import type { RunResult } from '../run/run-result.ts';

interface Call {
  readonly tool: string;
  readonly hints: ToolAnnotations;
  readonly input: { readonly n: number; readonly who: { readonly in: string }; tags: string[] };
  readonly role: string | undefined;
}

/** A part of a rule, as data and as what it is meant to mean. */
interface Meant<Data> {
  readonly data: Data;
  readonly holds: (call: Call) => boolean;
}

const TOOLS = ['read-mail', 'send-mail', 'delete'] as const;
const PLACES = ['at', 'de'] as const;

const onTool: fc.Arbitrary<Meant<Pick<PolicyRule, 'tool'>>> = fc.oneof(
  fc.constant({ data: {}, holds: () => true }),
  fc.constant({ data: { tool: '*-mail' }, holds: ({ tool }: Call) => tool !== 'delete' }),
  fc.subarray([...TOOLS], { minLength: 1 }).map((tools) => ({
    data: { tool: tools },
    holds: ({ tool }: Call) => tools.some((each) => each === tool),
  })),
);

const onHints: fc.Arbitrary<Meant<Pick<PolicyRule, 'annotations'>>> = fc.oneof(
  fc.constant({ data: {}, holds: () => true }),
  fc.boolean().map((readOnlyHint) => ({
    data: { annotations: { readOnlyHint } },
    holds: ({ hints }: Call) => (hints.readOnlyHint ?? false) === readOnlyHint,
  })),
  fc.boolean().map((destructiveHint) => ({
    data: { annotations: { destructiveHint } },
    holds: ({ hints }: Call) => (hints.destructiveHint ?? true) === destructiveHint,
  })),
);

const onInput: fc.Arbitrary<Meant<Pick<PolicyRule, 'input'>>> = fc.oneof(
  fc.constant({ data: {}, holds: () => true }),
  fc.nat(5).map((n) => ({
    data: { input: { n: { gt: n } } },
    holds: ({ input }: Call) => input.n > n,
  })),
  fc.constantFrom(...PLACES).map((place) => ({
    data: { input: { 'who.in': { in: [place, 'fr'] }, 'who.constructor': { exists: false } } },
    holds: ({ input }: Call) => input.who.in === place,
  })),
  fc.constant({
    data: { input: { tags: { contains: 'x' }, n: { ne: 3 } } },
    holds: ({ input }: Call) => input.tags.includes('x') && input.n !== 3,
  }),
);

const onContext: fc.Arbitrary<Meant<Pick<PolicyRule, 'requestContext'>>> = fc.oneof(
  fc.constant({ data: {}, holds: () => true }),
  fc.constant({
    data: { requestContext: { role: { matches: 'cl*rk' } } },
    holds: ({ role }: Call) => role === 'clerk',
  }),
  fc.constant({
    data: { requestContext: { role: { exists: false } } },
    holds: ({ role }: Call) => role === undefined,
  }),
);

const effects = fc.constantFrom<PolicyEffect[]>('allow', 'ask', 'deny');

/** A policy, and what it should say of a call. */
interface MeantPolicy {
  readonly data: Policy;
  readonly effectOn: (call: Call) => PolicyEffect;
}

const policies: fc.Arbitrary<MeantPolicy> = fc
  .record({
    rules: fc.array(
      fc.record({ effect: effects, parts: fc.tuple(onTool, onHints, onInput, onContext) }),
      {
        maxLength: 4,
      },
    ),
    fallback: fc.option(effects, { nil: undefined }),
  })
  .map(({ rules, fallback }) => {
    const data = rules.map(({ effect, parts }) =>
      Object.assign({ effect }, ...parts.map((part) => part.data)),
    );
    return {
      data: fallback === undefined ? data : { rules: data, default: fallback },
      effectOn: (call) =>
        rules.find(({ parts }) => parts.every((part) => part.holds(call)))?.effect ??
        fallback ??
        'allow',
    };
  });

const hints = fc.constantFrom<ToolAnnotations[]>(
  {},
  { readOnlyHint: true },
  { destructiveHint: false },
);

const toolSettings = fc.record({ hints, requireApproval: fc.boolean() });

const scenario = fc.record({
  agents: fc.option(policies, { nil: undefined }),
  runs: fc.option(policies, { nil: undefined }),
  role: fc.constantFrom('clerk', 'guest', undefined),
  tools: fc.record({
    'read-mail': toolSettings,
    'send-mail': toolSettings,
    delete: toolSettings,
  }),
  streamed: fc.boolean(),
  calls: fc.array(
    fc.record({
      tool: fc.constantFrom(...TOOLS),
      input: fc.record({
        n: fc.nat(5),
        who: fc.record({ in: fc.constantFrom(...PLACES) }),
        tags: fc.subarray(['x', 'y']),
      }),
      approve: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

const inputSchema = z.object({
  n: z.number(),
  who: z.object({ in: z.string() }),
  tags: z.array(z.string()),
});

test('a denied call never runs, and an asked one never without an approval', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ agents, runs, role, tools, streamed, calls }) => {
      const executed: string[] = [];
      const made = TOOLS.map((name) => {
        const { hints: annotations, requireApproval } = tools[name];
        const tool = createTool({
          id: name,
          inputSchema,
          requireApproval,
          mcp: { annotations },
          execute: async (_, { toolCallId }) => {
            executed.push(toolCallId);
            return null;
          },
        });
        return [name, tool] as const;
      });
      const toolCalls = calls.map(({ tool: toolName, input }, index) => ({
        toolName,
        input,
        toolCallId: `${index}`,
      }));
      const agent = new Agent({
        id: 'desk',
        model: scriptedModel([{ toolCalls }, 'Done.']),
        tools: Object.fromEntries(made),
        ...(agents ? { policy: agents.data } : {}),
      });
      const values = role === undefined ? {} : { role };
      const requestContext = new RequestContext<Record<string, unknown>>(values);
      const options = { requestContext, ...(runs ? { policy: runs.data } : {}) };

      const expected = calls.map(({ tool, input }): PolicyEffect => {
        const { requireApproval, ...given } = tools[tool];
        const call = { tool, input, role, ...given };
        const said = [agents?.effectOn(call), runs?.effectOn(call)];
        if (said.includes('deny')) return 'deny';
        return said.includes('ask') || requireApproval ? 'ask' : 'allow';
      });
      const idsOf = (effect: PolicyEffect): string[] =>
        toolCalls.flatMap(({ toolCallId }, index) =>
          expected[index] === effect ? toolCallId : [],
        );

      const result: Pick<RunResult, 'runId' | 'waiting' | 'toolResults'> = streamed
        ? await agent.stream('hi', options).then(async (stream) => ({
            runId: stream.runId,
            waiting: await stream.waiting,
            toolResults: await stream.toolResults,
          }))
        : await agent.generate('hi', options);

      expect(executed.toSorted()).toEqual(idsOf('allow'));
      expect(result.waiting.map(({ toolCallId }) => toolCallId)).toEqual(idsOf('ask'));
      expect(result.waiting.every(({ askedBy = [] }) => askedBy.length > 0)).toBe(true);
      const denied = result.toolResults.filter(
        (end) => end.kind === 'error' && end.code === 'POLICY_DENIED',
      );
      expect(denied.map(({ toolCallId }) => toolCallId).toSorted()).toEqual(idsOf('deny'));

      const approved = idsOf('ask').filter((id) => calls[Number(id)]?.approve);
      for (const toolCallId of idsOf('ask')) {
        const decision = { requestContext, runId: result.runId, toolCallId };
        if (approved.includes(toolCallId)) await agent.approveToolCallGenerate(decision);
        else await agent.declineToolCallGenerate(decision);
      }
      expect(executed.toSorted()).toEqual([...idsOf('allow'), ...approved].toSorted());
    }),
  );
});
