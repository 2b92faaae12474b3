import { createTool, isValidationError } from 'helve';
import { Agent } from 'helve/agent';
import { offeredTools, scriptedModel } from 'helve/testing';
import { z } from 'zod';
import { expectEqual } from '../../scripts/smoke/expect-equal.ts';
import type { SmokeTests } from '../../scripts/smoke/run-smoke.ts';

const weather = createTool({
  id: 'weather',
  inputSchema: z.object({ city: z.string(), unit: z.enum(['C', 'F']).default('C') }),
  outputSchema: z.object({ temperature: z.number() }),
  execute: async ({ unit }) => ({ temperature: unit === 'C' ? 20 : 68 }),
});

/** The same with a schema library, which makes code of schemas where the runtime lets it. */
export const zodTests: SmokeTests = {
  'Zod: a direct call validates its input and fills in defaults': async () => {
    expectEqual(await weather.execute({ city: 'Oslo' }), { temperature: 20 });
    const input: object = { city: 7 };
    // a caller that the compiler does not hold back
    const refused = await weather.execute(input as { city: string });
    expectEqual(isValidationError(refused), true);
  },

  'Zod: a model is offered the tool and its call is coerced': async () => {
    const model = scriptedModel([
      { toolCalls: [{ toolName: 'weather', input: { city: 'Oslo', unit: null } }] },
      '20 degrees.',
    ]);
    const agent = new Agent({ id: 'desk', model, tools: { weather } });
    const { text, toolResults } = await agent.generate('How is it in Oslo?');
    expectEqual(offeredTools(model.requests[0]), ['weather']);
    expectEqual(
      toolResults.map((entry) => entry.kind === 'result' && entry.result),
      [{ temperature: 20 }],
    );
    expectEqual(text, '20 degrees.');
  },

  'Zod: an object is the answer': async () => {
    const agent = new Agent({ id: 'reader', model: scriptedModel(['{ "sender": "Bo" }']) });
    const { object } = await agent.generate('Who wrote?', {
      output: z.object({ sender: z.string() }),
    });
    expectEqual(object?.sender, 'Bo');
  },
};
