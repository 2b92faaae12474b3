import type { ScriptedResponse } from 'helve/testing';
import { z } from 'zod';
import { orderSchema } from '../database.ts';
import { euros } from '../money.ts';
import type { ToolOutcome, Turn } from './read-prompt.ts';

// What the scripted model makes of a tool's result.

const failure = z.object({ type: z.literal('error-text'), value: z.string() });
const denial = z.object({ type: z.literal('execution-denied'), reason: z.string().optional() });
const value = <Shape extends z.ZodType>(shape: Shape) =>
  z.object({ type: z.literal('json'), value: shape });

const orderFound = value(orderSchema.omit({ customer: true }));
const refundMade = value(z.object({ refundId: z.number(), amount: z.number() }));
const returnMade = value(
  z.object({ returnId: z.number(), reason: z.string(), postage: z.string() }),
);

/** The order is known: on to what was asked. */
export function afterLookup(turn: Turn, { output }: ToolOutcome): ScriptedResponse {
  const found = orderFound.safeParse(output);
  if (!found.success) return sorry(output);
  const { orderId, item, status, total, refunded } = found.data.value;
  const left = Math.round((total - refunded) * 100) / 100;
  switch (wish(turn)) {
    case 'refund': {
      if (left <= 0) return `Order ${orderId} has been refunded in full already.`;
      const amount = amountIn(turn.question) ?? left;
      const reason = reasonIn(turn.question) ?? 'the customer asked for it';
      return {
        text: `I can refund ${euros(amount)} for the ${lower(item)}, if you agree.`,
        toolCalls: [{ toolName: 'refund', input: { orderId, amount, reason } }],
      };
    }
    case 'return': {
      const reason = reasonIn(turn.question);
      return {
        text: `I'll start a return for the ${lower(item)}.`,
        toolCalls: [{ toolName: 'startReturn', input: { orderId, ...(reason && { reason }) } }],
      };
    }
    case 'customer':
      return 'I am not shown who the customer is, so that I cannot pass it on.';
    case 'more':
      return `I cannot do that here. For the ${lower(item)} I can look things up, refund it, or start a return.`;
    case 'facts': {
      const paid = refunded > 0 ? ` ${euros(refunded)} of it was refunded.` : '';
      return `${item} (order ${orderId}, ${euros(total)}): ${status}.${paid}`;
    }
  }
}

/** Somebody has approved the refund, with this or another amount, or declined it. */
export function afterRefund({ input, output }: ToolOutcome): ScriptedResponse {
  const made = refundMade.safeParse(output);
  if (made.success) {
    const { refundId, amount } = made.data.value;
    const asked = z.object({ amount: z.number() }).safeParse(input);
    const changed = asked.success && asked.data.amount !== amount;
    const note = changed
      ? ` That is your amount; I had asked for ${euros(asked.data.amount)}.`
      : '';
    return `Done: ${euros(amount)} goes back to the card the order was paid with, as refund ${refundId}.${note}`;
  }
  const denied = denial.safeParse(output);
  if (!denied.success) return sorry(output);
  const why = /declined [^:]*: (.*)\. It did not /s.exec(denied.data.reason ?? '')?.[1];
  const because = why ? ` You say: ${why}.` : '';
  return `Nothing was refunded.${because} Shall I start a return instead?`;
}

/** The return is open; who pays the postage depends on the reason somebody gave. */
export function afterReturn({ output }: ToolOutcome): ScriptedResponse {
  const made = returnMade.safeParse(output);
  if (!made.success) return sorry(output);
  const { returnId, reason, postage } = made.data.value;
  const who = postage === 'the shop pays' ? 'The fault is ours, so we pay' : 'The customer pays';
  return `Return ${returnId} is open, for this reason: ${reason}. ${who} the postage.`;
}

function sorry(output: unknown): string {
  const failed = failure.safeParse(output);
  return failed.success ? `That did not work. ${failed.data.value}` : 'That did not work.';
}

type Wish = 'refund' | 'return' | 'customer' | 'more' | 'facts';

/** What the question is after; a plain yes takes up what was offered before. */
function wish({ question, saidBefore }: Turn): Wish {
  const isYes = /^\W*(yes|yep|sure|ok|okay|please|do)\b/i.test(question);
  const words = isYes ? `${question} ${saidBefore}` : question;
  if (/\breturn|send\w* (?:it|them|that|this)? ?back/i.test(words)) return 'return';
  if (/refund|money back|pay\w* back|reimburse/i.test(words)) return 'refund';
  if (/\bwho(?:se)?\b|\bname|e-?mail|address|\bcard/i.test(words)) return 'customer';
  return /\b(?:cancel|change|exchange|replace|resend)/i.test(words) ? 'more' : 'facts';
}

function amountIn(question: string): number | undefined {
  const match = /(?:€|eur(?:os?)?)\s*(\d+(?:[.,]\d+)?)|(\d+(?:[.,]\d+)?)\s*(?:€|eur)/i.exec(
    question,
  );
  const digits = match?.[1] ?? match?.[2];
  return digits === undefined ? undefined : Number(digits.replace(',', '.'));
}

function reasonIn(question: string): string | undefined {
  const because = /\bbecause (.+?)[.!]?$/i.exec(question)?.[1];
  const word = /\b(cracked|broken|chipped|damaged|faulty|leaking|late|lost)\b/i.exec(question)?.[1];
  return because ?? (word && `arrived ${word.toLowerCase()}`);
}

const lower = (item: string): string => item.charAt(0).toLowerCase() + item.slice(1);
