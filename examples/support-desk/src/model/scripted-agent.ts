import type { ScriptedModel, ScriptedResponse } from 'helve/testing';
import { scriptedModel } from 'helve/testing';
import type { Turn } from './read-prompt.ts';
import { readPrompt } from './read-prompt.ts';
import { afterLookup, afterRefund, afterReturn } from './scripted-lines.ts';

/**
 * Stands in for a language model where there is none: a language model like any other to the agent,
 * but it knows a few words only. Like a real one it decides by its prompt alone: what was asked,
 * what tools returned, what a person decided and typed.
 */
export function scriptedAgent(): ScriptedModel {
  return scriptedModel(({ prompt }) => {
    const response = reply(readPrompt(prompt));
    const parts = typeof response === 'string' ? { text: response } : response;
    // a few letters at a time, as it would come over the wire
    return { ...parts, chunkSize: 4 };
  });
}

function reply(turn: Turn): ScriptedResponse {
  const last = turn.outcomes.at(-1);
  switch (last?.toolName) {
    case 'lookupOrder':
      return afterLookup(turn, last);
    case 'refund':
      return afterRefund(last);
    case 'startReturn':
      return afterReturn(last);
    default:
      return opening(turn);
  }
}

function opening({ question, orderId }: Turn): ScriptedResponse {
  if (/^\W*(thanks?|thank you|great|perfect|no)\b/i.test(question)) {
    return 'Good. Is there anything else?';
  }
  if (/^\W*(hi|hello|hey|help|what can you)\b/i.test(question) || orderId === undefined) {
    return 'I can look an order up, refund it, or start a return. Which order is it? The shop has 1042, 1043, 1044 and 1045.';
  }
  return {
    text: `Let me look at order ${orderId}.`,
    toolCalls: [{ toolName: 'lookupOrder', input: { orderId } }],
  };
}
