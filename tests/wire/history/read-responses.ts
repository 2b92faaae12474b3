import type { WireHistory, WireTurn } from './wire-turn.ts';
import { fieldsOf, itemsOf, parsed, textOf } from './wire-turn.ts';

/** Items that only the provider understands, and is given back. */
const OWN_ITEMS: readonly unknown[] = [
  'item_reference',
  'mcp_approval_response',
  'reasoning',
  'web_search_call',
];

/** Reads `input` in the form of OpenAI's responses. */
export function readResponses(body: unknown): WireHistory {
  const turns: WireTurn[] = [];
  const faults: string[] = [];
  for (const item of itemsOf(fieldsOf(body)['input']).map(fieldsOf)) {
    const { type, role, content, call_id, name, arguments: argumentText, output } = item;
    if (type === 'function_call') {
      turns.push({ kind: 'call', id: call_id, name, input: parsed(argumentText) });
    } else if (type === 'function_call_output') {
      turns.push({ kind: 'result', id: call_id, text: textOf(output) });
    } else if (OWN_ITEMS.includes(type)) {
      turns.push({ kind: 'says', role: 'assistant', text: textOf(item) });
    } else if (typeof role === 'string') {
      turns.push({ kind: 'says', role, text: textOf(content) });
    } else {
      faults.push(`there is no such item: ${textOf(item)}`);
    }
  }
  return { turns, faults };
}
