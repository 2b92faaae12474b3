import type { Model, ModelRequest, ModelResponse, StreamEvent } from '@openai/agents';
import { Usage } from '@openai/agents';
import type { Script, ScriptedReply } from '../work/script.ts';
import { stepAt } from '../work/script.ts';

/** What a response consists of, as a streamed one has it. */
type OutputItem = Extract<StreamEvent, { type: 'response_done' }>['response']['output'][number];

/** The mock model of OpenAI's Agents SDK. */
export function openAiModel(script: Script): Model {
  const replyTo = ({ input, tools }: ModelRequest): [number, ScriptedReply] => {
    if (typeof input === 'string') throw new Error('The input is a text.');
    // a call and a result each
    const step = stepAt(input.length, 1, 2 * script.shape.parallel);
    const seen = {
      transcript: () => JSON.stringify(input),
      tools: () => JSON.stringify(tools),
    };
    return [step, script.reply(step, seen)];
  };
  return {
    async getResponse(request): Promise<ModelResponse> {
      const [step, reply] = replyTo(request);
      return { usage: new Usage(), output: outputOf(reply, step) };
    },
    async *getStreamedResponse(request) {
      const [step, reply] = replyTo(request);
      yield { type: 'response_started' };
      for (const delta of reply.textDeltas) yield { type: 'output_text_delta', delta };
      for (const { id, deltas } of reply.calls) {
        for (const delta of deltas) {
          // the event of the Responses API, as the SDK's own model passes it on
          const event = { type: 'response.function_call_arguments.delta', item_id: id, delta };
          yield { type: 'model', event };
        }
      }
      yield {
        type: 'response_done',
        response: {
          id: `response-${step}`,
          usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
          output: outputOf(reply, step),
        },
      };
    },
  };
}

function outputOf({ calls, text }: ScriptedReply, step: number): OutputItem[] {
  if (calls.length > 0) {
    return calls.map(({ id, name, input }) => ({
      type: 'function_call',
      id: `item-${id}`,
      callId: id,
      name,
      status: 'completed',
      arguments: input,
    }));
  }
  return [
    {
      type: 'message',
      id: `message-${step}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text }],
    },
  ];
}
