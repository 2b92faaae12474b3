import type { Contender, Run, StreamOutcome } from '../contender.ts';
import type { PlainMessage, PlainResult } from '../models/plain-model.ts';
import { plainModel } from '../models/plain-model.ts';
import type { ScriptedCall, ScriptedReply } from '../work/script.ts';
import type { Task, ToolSpec } from '../work/task.ts';
import { contender as hand } from './hand.ts';

// The loop that people write after a year: the same duties as Helve's, for one program.

type Event = { readonly type: string; readonly id?: string; readonly data?: unknown };

interface Hooks {
  onInputAvailable?(id: string, input: unknown): unknown;
  onOutput?(id: string, output: unknown): unknown;
}

interface RunState {
  readonly tools: ReadonlyMap<string, ToolSpec>;
  readonly signal: AbortSignal;
  readonly hooks: Hooks;
  readonly emit: (event: Event) => void;
}

const timeoutMs = 30_000;

/** Runs the work, but not beyond the run's abort or the time-out. */
async function bounded(work: (signal: AbortSignal) => unknown, signal: AbortSignal) {
  const controller = new AbortController();
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  const end = (reason: unknown) => {
    controller.abort(reason);
    ended.reject(reason);
  };
  const onAbort = () => end(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => end(new Error('The tool took too long.')), timeoutMs);
  try {
    return await Promise.race([work(controller.signal), ended.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function tell(hook: (() => unknown) | undefined): void {
  if (hook === undefined) return;
  try {
    hook();
  } catch (error) {
    console.error(error);
  }
}

async function runCall(call: ScriptedCall, state: RunState): Promise<PlainResult> {
  const { id, name, input } = call;
  const { tools, hooks, emit, signal } = state;
  try {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`There is no tool "${name}".`);
    const parsed = tool.input.safeParse(JSON.parse(input));
    if (!parsed.success) throw new Error(parsed.error.message);
    tell(hooks.onInputAvailable && (() => hooks.onInputAvailable?.(id, parsed.data)));
    emit({ type: 'call', id, data: parsed.data });
    const value = await bounded(() => tool.execute(parsed.data), signal);
    const checked = tool.output.safeParse(value);
    if (!checked.success) throw new Error(checked.error.message);
    tell(hooks.onOutput && (() => hooks.onOutput?.(id, checked.data)));
    emit({ type: 'result', id, data: checked.data });
    return { id, result: JSON.stringify(checked.data), failed: false };
  } catch (error) {
    if (signal.aborted) throw error;
    emit({ type: 'error', id, data: error });
    return { id, result: String(error), failed: true };
  }
}

async function runCalls(reply: ScriptedReply, state: RunState, messages: PlainMessage[]) {
  const results = await Promise.all(reply.calls.map((call) => runCall(call, state)));
  // in one piece, so that a run that breaks off leaves nothing half done
  messages.push({ role: 'assistant', text: reply.text, calls: reply.calls });
  messages.push({ role: 'tool', results });
}

const prepare = (task: Task) => {
  const described = JSON.stringify(
    task.tools.map(({ name, input }) => [name, input.toJSONSchema()]),
  );
  return {
    model: plainModel(task.script, () => described),
    tools: new Map(task.tools.map((tool) => [tool.name, tool])),
  };
};

function generate(task: Task): Run<{ text: string }> {
  const { model, tools } = prepare(task);
  return async () => {
    const events: Event[] = [];
    const hooks: Hooks = { onInputAvailable: () => undefined, onOutput: () => undefined };
    const emit = (event: Event) => events.push(event);
    const state = { tools, signal: new AbortController().signal, hooks, emit };
    const messages: PlainMessage[] = [{ role: 'user', text: 'go' }];
    emit({ type: 'start' });
    for (let step = 0; ; step += 1) {
      emit({ type: 'step', data: step });
      state.signal.throwIfAborted();
      const reply = await model.respond(messages);
      if (reply.calls.length === 0) {
        emit({ type: 'finish', data: reply.text });
        return { text: reply.text };
      }
      await runCalls(reply, state, messages);
    }
  };
}

function read(task: Task, wanted: 'text' | 'input'): Run<StreamOutcome> {
  const { model, tools } = prepare(task);
  return async () => {
    let deltas = 0;
    let text = '';
    for await (const { type, data } of events(model, tools)) {
      if (type === wanted) deltas += 1;
      if (type === 'text') text += data;
    }
    return { text, deltas };
  };
}

/** Everything that happens, as it happens. */
async function* events(
  model: ReturnType<typeof plainModel>,
  tools: RunState['tools'],
): AsyncGenerator<Event> {
  const waiting: Event[] = [];
  const emit = (event: Event) => waiting.push(event);
  const state = { tools, signal: new AbortController().signal, hooks: {}, emit };
  const messages: PlainMessage[] = [{ role: 'user', text: 'go' }];
  for (;;) {
    let reply: ScriptedReply | undefined;
    for await (const part of model.stream(messages)) {
      state.signal.throwIfAborted();
      if (part.type === 'end') reply = part.reply;
      else if (part.type === 'text') yield { type: 'text', data: part.delta };
      else yield { type: 'input', id: part.id, data: part.delta };
    }
    if (reply === undefined || reply.calls.length === 0) return;
    await runCalls(reply, state, messages);
    yield* waiting.splice(0);
  }
}

export const contender: Contender = {
  ...hand,
  direct: ({ input, output, execute }) => ({
    call: async (value) => {
      const parsed = input.safeParse(value);
      if (!parsed.success) return { error: true, message: parsed.error.message };
      const result = await bounded(() => execute(parsed.data), new AbortController().signal);
      const checked = output.safeParse(result);
      return checked.success ? checked.data : { error: true, message: checked.error.message };
    },
    refused: (result) => typeof result === 'object' && result !== null && 'error' in result,
  }),
  generate,
  stream: (task) => read(task, 'text'),
  readInput: (task) => read(task, 'input'),
  does: {
    direct: 'zod both ways, an abort signal and a time-out',
    generate: 'JSON and zod both ways, events, abort, time-out, hooks; no store',
    stream: 'the same, events from an async generator',
    readInput: 'the same, events from an async generator',
    partial: 'as `hand`',
    wait: 'as `hand`',
  },
};
