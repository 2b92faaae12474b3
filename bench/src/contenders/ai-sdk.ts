import type { ModelMessage, ToolSet } from 'ai';
import { generateText, isStepCount, readUIMessageStream, streamText, tool } from 'ai';
import type { Contender } from '../contender.ts';
import { v4Model } from '../models/v4-model.ts';
import type { Task, ToolSpec } from '../work/task.ts';

const toTool = ({ description, input, output, execute }: ToolSpec) =>
  tool({
    description,
    inputSchema: input,
    outputSchema: output,
    execute: (value) => execute(value) as Promise<{ r: string }>,
  });

const settingsOf = ({ script, tools }: Task) => ({
  model: v4Model(script, 1),
  tools: Object.fromEntries(tools.map((spec) => [spec.name, toTool(spec)])) as ToolSet,
  stopWhen: isStepCount(script.shape.steps + 1),
  toolApproval: Object.fromEntries(
    tools.filter((spec) => spec.needsApproval).map(({ name }) => [name, 'user-approval' as const]),
  ),
});

export const contender: Contender = {
  generate: (task) => {
    const settings = settingsOf(task);
    return () => generateText({ ...settings, prompt: 'go' });
  },
  stream: (task) => {
    const settings = settingsOf(task);
    return async () => {
      const { fullStream } = streamText({ ...settings, prompt: 'go' });
      let deltas = 0;
      let text = '';
      for await (const part of fullStream) {
        if (part.type !== 'text-delta') continue;
        deltas += 1;
        text += part.text;
      }
      return { text, deltas };
    };
  },
  readInput: (task) => {
    const settings = settingsOf(task);
    return async () => {
      const result = streamText({ ...settings, prompt: 'go' });
      let deltas = 0;
      for await (const { type } of result.fullStream) if (type === 'tool-input-delta') deltas += 1;
      return { text: await result.text, deltas };
    };
  },
  partial: (task) => {
    const settings = settingsOf(task);
    return async () => {
      const result = streamText({ ...settings, prompt: 'go' });
      let values = 0;
      let lastLength = 0;
      let text = '';
      for await (const { parts } of readUIMessageStream({ stream: result.toUIMessageStream() })) {
        for (const part of parts) {
          if (part.type === 'text') text = part.text;
          if (part.type !== 'tool-write' || part.state !== 'input-streaming') continue;
          // the beginning of an object: a path and a content, as far as they have come
          const partial = part.input as { content?: string } | undefined;
          if (partial !== undefined) values += 1;
          lastLength = partial?.content?.length ?? lastLength;
        }
      }
      return { text, deltas: values, values, lastLength };
    };
  },
  wait: (task) => {
    const settings = settingsOf(task);
    return async () => {
      const prompt: ModelMessage = { role: 'user', content: 'go' };
      const { responseMessages, content } = await generateText({ ...settings, messages: [prompt] });
      const request = content.find((part) => part.type === 'tool-approval-request');
      if (request === undefined) throw new Error('The run does not wait.');
      const stored = JSON.stringify([prompt, ...responseMessages]);
      return {
        atRest: async () => ({ everything: stored, transcript: stored }),
        resume: () =>
          generateText({
            ...settings,
            messages: [
              // what was stored a moment ago
              ...(JSON.parse(stored) as ModelMessage[]),
              {
                role: 'tool',
                content: [
                  {
                    type: 'tool-approval-response',
                    approvalId: request.approvalId,
                    approved: true,
                  },
                ],
              },
            ],
          }),
      };
    };
  },
  cannot: { direct: 'tool.execute() is the bare function: nothing is validated' },
  does: {
    generate: 'generateText: validates inputs, not outputs; no store',
    stream: 'streamText, fullStream',
    readInput: 'streamText, fullStream',
    partial: 'readUIMessageStream over toUIMessageStream',
    wait: 'toolApproval; the caller keeps the messages as JSON',
  },
};
