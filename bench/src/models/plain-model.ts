import type { Script, ScriptedReply } from '../work/script.ts';
import { stepAt } from '../work/script.ts';

/** A message of the hand-written loops. */
export type PlainMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly PlainCall[] }
  | { readonly role: 'tool'; readonly results: readonly PlainResult[] };

/** A call as the model wrote it. */
export interface PlainCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

/** What the model is given for a call. */
export interface PlainResult {
  readonly id: string;
  readonly result: string;
  readonly failed: boolean;
}

/** A piece of a response, or the whole response at its end. */
export type PlainPart =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'input'; readonly id: string; readonly delta: string }
  | { readonly type: 'end'; readonly reply: ScriptedReply };

/** The mock model of the hand-written loops. */
export interface PlainModel {
  respond(messages: readonly PlainMessage[]): Promise<ScriptedReply>;
  stream(messages: readonly PlainMessage[]): AsyncIterable<PlainPart>;
}

/** Makes the hand-written loops' model of a script. */
export function plainModel(script: Script, tools: () => string): PlainModel {
  const replyTo = (messages: readonly PlainMessage[]) =>
    script.reply(stepAt(messages.length, 1, 2), {
      transcript: () => JSON.stringify(messages),
      tools,
    });
  return {
    respond: async (messages) => replyTo(messages),
    async *stream(messages) {
      const reply = replyTo(messages);
      for (const { id, deltas } of reply.calls) {
        for (const delta of deltas) yield { type: 'input', id, delta };
      }
      for (const delta of reply.textDeltas) yield { type: 'text', delta };
      yield { type: 'end', reply };
    },
  };
}
