import type { AnyTool } from 'helve';
import { createTool } from 'helve';
import type { ScriptedCall } from 'helve/testing';
import { z } from 'zod';
import type { Counting } from './count-work.ts';

/** A tool with counted schemas. */
export function lookTool({ schema }: Counting, id = 'look'): AnyTool {
  return createTool({
    id,
    inputSchema: schema(z.object({ at: z.string() })),
    outputSchema: schema(z.object({ found: z.string() })),
    execute: async ({ at }) => ({ found: `a lamp at ${at}` }),
  });
}

/** A call of it, with an id that is as long for each number. */
export function lookCall(number: number, toolName = 'look'): ScriptedCall {
  const toolCallId = `look-${String(number).padStart(6, '0')}`;
  return { toolName, toolCallId, input: '{"at":"the window"}' };
}
