import type { ScriptedRequest } from 'helve/testing';
import { z } from 'zod';

/** How a tool call ended, as the model is told. */
export interface ToolOutcome {
  readonly toolName: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** What a prompt comes to: the question that is open, and what was done about it so far. */
export interface Turn {
  readonly question: string;
  readonly outcomes: readonly ToolOutcome[];
  /** What the model said last before the question. */
  readonly saidBefore: string;
  /** The order that was spoken of last, in the question or before it. */
  readonly orderId: number | undefined;
}

const text = z.object({ type: z.literal('text'), text: z.string() });
const toolCall = z.object({
  type: z.literal('tool-call'),
  toolCallId: z.string(),
  input: z.unknown(),
});
const toolResult = z.object({
  type: z.literal('tool-result'),
  toolCallId: z.string(),
  toolName: z.string(),
  output: z.unknown(),
});
const content = z.array(
  z.union([
    z.discriminatedUnion('type', [text, toolCall, toolResult]),
    z.unknown().transform(() => undefined),
  ]),
);

/** Reads a prompt the way a model would: from its last question on. */
export function readPrompt(prompt: ScriptedRequest['prompt']): Turn {
  let question = '';
  let outcomes: ToolOutcome[] = [];
  let said = '';
  let saidBefore = '';
  let orderId: number | undefined;
  const inputs = new Map<string, unknown>();

  for (const message of prompt) {
    if (message.role === 'system') continue;
    if (message.role === 'user') {
      question = '';
      outcomes = [];
      saidBefore = said;
    }
    for (const part of content.parse(message.content)) {
      if (part?.type === 'tool-call') inputs.set(part.toolCallId, part.input);
      if (part?.type === 'tool-result') {
        const { toolCallId, toolName, output } = part;
        outcomes.push({ toolName, input: inputs.get(toolCallId), output });
      }
      if (part?.type !== 'text') continue;
      if (message.role === 'user') {
        question += part.text;
        orderId = orderIn(part.text) ?? orderId;
      } else {
        said = part.text;
      }
    }
  }
  return { question, outcomes, saidBefore, orderId };
}

function orderIn(words: string): number | undefined {
  const digits = /\b\d{4}\b/.exec(words)?.[0];
  return digits === undefined ? undefined : Number(digits);
}
