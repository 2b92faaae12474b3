import type { WireHistory, WireTurn } from './wire-turn.ts';
import { fieldsOf, itemsOf, parsed, textOf } from './wire-turn.ts';

/** Reads `messages` in the form of OpenAI's chat completions, which most providers have taken over. */
export function readChat(body: unknown): WireHistory {
  const turns: WireTurn[] = [];
  const faults: string[] = [];
  for (const message of itemsOf(fieldsOf(body)['messages']).map(fieldsOf)) {
    const { role, content, tool_calls, tool_call_id, reasoning_content } = message;
    if (role === 'tool') {
      turns.push({ kind: 'result', id: tool_call_id, text: textOf(content) });
      continue;
    }
    const calls = itemsOf(tool_calls).map(fieldsOf);
    const text = textOf(content ?? '') + textOf(reasoning_content ?? '');
    // also where it has calls alone, so that the calls of two messages are told apart
    turns.push({ kind: 'says', role: String(role), text });
    if (text === '' && calls.length === 0) faults.push(`a message of ${role} says nothing`);
    for (const { id, function: called } of calls) {
      const { name, arguments: argumentText } = fieldsOf(called);
      if (typeof argumentText !== 'string') faults.push('arguments are not a text');
      turns.push({ kind: 'call', id, name, input: parsed(argumentText) });
    }
  }
  return { turns, faults };
}
