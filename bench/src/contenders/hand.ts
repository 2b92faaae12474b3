import { z } from 'zod';
import type { Contender, StreamOutcome } from '../contender.ts';
import type { PlainMessage } from '../models/plain-model.ts';
import { plainModel } from '../models/plain-model.ts';
import { GrowingJson } from '../work/growing-json.ts';
import type { ScriptedReply } from '../work/script.ts';
import type { Task, ToolSpec } from '../work/task.ts';

type Tools = ReadonlyMap<string, ToolSpec>;

const toolsOf = (task: Task): Tools => new Map(task.tools.map((tool) => [tool.name, tool]));

/** Made once: what the model is told of the tools. */
const describe = (task: Task) => {
  let text: string | undefined;
  return () => {
    text ??= JSON.stringify(task.tools.map(({ name, input }) => [name, z.toJSONSchema(input)]));
    return text;
  };
};

async function runCalls(reply: ScriptedReply, tools: Tools, messages: PlainMessage[]) {
  messages.push({ role: 'assistant', text: reply.text, calls: reply.calls });
  const results = await Promise.all(
    reply.calls.map(async ({ id, name, input }) => {
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`There is no tool "${name}".`);
      const output = tool.output.parse(await tool.execute(tool.input.parse(JSON.parse(input))));
      return { id, result: JSON.stringify(output), failed: false };
    }),
  );
  messages.push({ role: 'tool', results });
}

function read(task: Task, wanted: 'text' | 'input', look?: (delta: string) => void) {
  const model = plainModel(task.script, describe(task));
  const tools = toolsOf(task);
  return async (): Promise<StreamOutcome> => {
    const messages: PlainMessage[] = [{ role: 'user', text: 'go' }];
    let deltas = 0;
    for (;;) {
      let text = '';
      let reply: ScriptedReply | undefined;
      for await (const part of model.stream(messages)) {
        if (part.type === wanted) {
          deltas += 1;
          look?.(part.delta);
        }
        if (part.type === 'text') text += part.delta;
        if (part.type === 'end') reply = part.reply;
      }
      if (reply === undefined || reply.calls.length === 0) return { text, deltas };
      await runCalls(reply, tools, messages);
    }
  };
}

export const contender: Contender = {
  direct: ({ input, output, execute }) => ({
    call: async (value) => {
      const parsed = input.safeParse(value);
      if (!parsed.success) return parsed.error;
      return output.parse(await execute(parsed.data));
    },
    refused: (result) => result instanceof z.ZodError,
  }),
  generate: (task) => {
    const model = plainModel(task.script, describe(task));
    const tools = toolsOf(task);
    return async () => {
      const messages: PlainMessage[] = [{ role: 'user', text: 'go' }];
      for (;;) {
        const reply = await model.respond(messages);
        if (reply.calls.length === 0) return { text: reply.text };
        await runCalls(reply, tools, messages);
      }
    };
  },
  stream: (task) => read(task, 'text'),
  readInput: (task) => read(task, 'input'),
  partial: (task) => {
    let growing = new GrowingJson();
    let values = 0;
    let lastLength = 0;
    const run = read(task, 'input', (delta) => {
      growing.push(delta);
      // the beginning of an object: a path and a content, as far as they have come
      const content = (growing.value as { content?: string } | undefined)?.content;
      if (growing.value !== undefined) values += 1;
      lastLength = content?.length ?? lastLength;
    });
    return async () => {
      growing = new GrowingJson();
      values = 0;
      lastLength = 0;
      return { ...(await run()), values, lastLength };
    };
  },
  wait: (task) => {
    const model = plainModel(task.script, describe(task));
    const tools = toolsOf(task);
    const goOn = async (messages: PlainMessage[]) => {
      for (;;) {
        const reply = await model.respond(messages);
        if (reply.calls.length === 0) return { text: reply.text, waiting: undefined };
        if (reply.calls.some(({ name }) => tools.get(name)?.needsApproval)) {
          return { text: '', waiting: reply };
        }
        await runCalls(reply, tools, messages);
      }
    };
    const store = new Map<number, string>();
    let runs = 0;
    return async () => {
      const messages: PlainMessage[] = [{ role: 'user', text: 'go' }];
      const { waiting } = await goOn(messages);
      if (waiting === undefined) throw new Error('The run does not wait.');
      const id = runs++;
      const calls = waiting.calls.map((call) => ({ ...call, deltas: [] }));
      store.set(id, JSON.stringify({ messages, waiting: { calls, text: '', textDeltas: [] } }));
      return {
        atRest: async () => ({ everything: store.get(id) ?? '' }),
        resume: async () => {
          // what was stored a moment ago
          const stored = JSON.parse(store.get(id) ?? '') as {
            messages: PlainMessage[];
            waiting: ScriptedReply;
          };
          store.delete(id);
          await runCalls(stored.waiting, tools, stored.messages);
          return goOn(stored.messages);
        },
      };
    };
  },
  cannot: {},
  does: {
    direct: 'zod parses around the bare function',
    generate: 'JSON and zod, both ways; no events, abort, time-out, hooks or store',
    stream: 'an async generator',
    readInput: 'an async generator',
    partial: 'a parser of 100 lines that trusts its input',
    wait: 'one JSON text in a map',
  },
};
