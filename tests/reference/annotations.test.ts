import type { ToolAnnotations } from 'helve';
import { createTool } from 'helve';
import { describe, expect, test } from 'vitest';
import { payloadOf, runTool } from './run-tool.ts';

function toolWith(annotations: ToolAnnotations) {
  return createTool({ id: 't', mcp: { annotations, _meta: { a: 1 } }, execute: async () => 'ran' });
}

test.each<ToolAnnotations>([
  { title: 'Look up' },
  { readOnlyHint: true },
  { destructiveHint: false },
  { idempotentHint: true },
  { openWorldHint: false },
])('%j is kept as it is, beside _meta', (annotations) => {
  expect(toolWith(annotations).mcp).toEqual({ annotations, _meta: { a: 1 } });
});

describe('hints count as their cautious defaults where they are absent', () => {
  test.each<[ToolAnnotations, boolean]>([
    [{}, true],
    [{ readOnlyHint: false }, true],
    [{ destructiveHint: true }, true],
    [{ readOnlyHint: true }, false],
    [{ destructiveHint: false }, false],
  ])(
    "an agent that wants 'destructive' calls approved asks for a tool with %j: %j",
    async (annotations, asks) => {
      const run = await runTool(
        toolWith(annotations),
        {},
        {
          agent: { requireToolApproval: 'destructive' },
        },
      );
      const type = asks ? 'tool-call-approval' : 'tool-result';
      expect(payloadOf(run.chunks, type)).toMatchObject({ toolCallId: 'call-1' });
    },
  );
});
