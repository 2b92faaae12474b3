import { Agent } from 'helve/agent';
import { scriptedModel } from 'helve/testing';
import { z } from 'zod';
import { tools } from './tools.ts';

const model = scriptedModel(['Done.']);
const { findFlights, findHotels, findTrains, ...others } = tools;

const travel = new Agent({
  id: 'travel',
  description: 'Plans journeys.',
  model,
  tools: { findFlights, findHotels, findTrains },
});

const research = new Agent({ id: 'research', model, tools: others, agents: { travel } });

/** An agent with all fifty tools, sub-agents, rules and hooks. */
const desk = new Agent({
  id: 'desk',
  instructions: ({ requestContext }) => `You help ${String(requestContext.get('name'))}.`,
  model,
  tools,
  agents: { travel, research },
  requireToolApproval: 'destructive',
  hooks: { afterToolCall: ({ toolName }) => toolName },
  stopWhen: ({ steps }) => steps.length > 5,
  prepareStep: ({ stepNumber }) => (stepNumber > 3 ? { toolChoice: 'none' } : undefined),
});

/** Everything that a run can be told and gives. */
export async function answer(question: string) {
  const output = z.object({
    answer: z.string(),
    sources: z.array(z.object({ tool: z.string(), at: z.iso.date().transform(Date.parse) })),
  });
  const result = await desk.generate(question, {
    output,
    toolsets: {
      careful: { tools: { remove: tools.removePerson.with({ requireApproval: true }) } },
      travel: { tools: { rebook: tools.rebook, seat: tools.chooseSeat }, requireApproval: true },
    },
    clientTools: { map: tools.showMap },
    onStepFinish: ({ toolCalls }) => toolCalls.length,
  });
  const stream = await desk.stream(question, { output });
  return { object: result.object, streamed: await stream.object, results: result.toolResults };
}

/** What the application calls itself. */
export async function callDirectly() {
  return {
    order: await tools.readOrder.run({ orderId: '1' }),
    refund: await tools.refundOrder.execute(
      { orderId: '1', reason: 'late', lines: [] },
      { requestContext: { clerkId: 'ada', limit: 5 } },
    ),
    trip: await tools.readTrip.run({ tripId: '1' }),
    machine: await tools.readMachine.run({ machine: 'a' }),
    people: await tools.findPeople.run({}),
    discount: await tools.addDiscount.run({ kind: 'percent', percent: 10 }),
  };
}
