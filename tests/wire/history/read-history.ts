import type { WireProvider } from '../recording.ts';
import { readBlocks } from './read-blocks.ts';
import { readChat } from './read-chat.ts';
import { readResponses } from './read-responses.ts';
import type { Fields, WireHistory, WireTurn } from './wire-turn.ts';
import { fieldsOf, textOf } from './wire-turn.ts';

const FORMATS: Readonly<Record<WireProvider, (body: unknown) => WireHistory>> = {
  alibaba: readChat,
  'amazon-bedrock': (body) => readBlocks(fieldsOf(body)['messages'], 'content', bedrockBlock, true),
  anthropic: (body) => readBlocks(fieldsOf(body)['messages'], 'content', anthropicBlock, true),
  cohere: readChat,
  deepseek: readChat,
  google: (body) => readBlocks(fieldsOf(body)['contents'], 'parts', geminiPart, false),
  groq: readChat,
  mistral: readChat,
  'openai-compatible': readChat,
  'openai-responses': readResponses,
};

/**
 * Reads the history in a request, and lists what of it the provider would refuse. The rules are
 * those that providers document, or whose breach they are known to answer with status 400.
 */
export function readHistory(provider: WireProvider, body: unknown): WireHistory {
  const { turns, faults } = FORMATS[provider](body);
  return { turns, faults: [...faults, ...faultsOf(turns)] };
}

function anthropicBlock(block: Fields): WireTurn {
  const { type, id, name, input, tool_use_id, content } = block;
  if (type === 'tool_use') return { kind: 'call', id, name, input };
  if (type === 'tool_result') return { kind: 'result', id: tool_use_id, text: textOf(content) };
  return { kind: 'says', role: '', text: type === 'text' ? textOf(block['text']) : textOf(block) };
}

function bedrockBlock(block: Fields): WireTurn {
  if ('toolUse' in block) {
    const { toolUseId, name, input } = fieldsOf(block['toolUse']);
    return { kind: 'call', id: toolUseId, name, input };
  }
  if ('toolResult' in block) {
    const { toolUseId, content } = fieldsOf(block['toolResult']);
    return { kind: 'result', id: toolUseId, text: textOf(content) };
  }
  return { kind: 'says', role: '', text: 'text' in block ? textOf(block['text']) : textOf(block) };
}

function geminiPart(part: Fields): WireTurn {
  if ('functionCall' in part) {
    const { id, name, args } = fieldsOf(part['functionCall']);
    return { kind: 'call', id, name, input: args };
  }
  if ('functionResponse' in part) {
    const { id, response } = fieldsOf(part['functionResponse']);
    return { kind: 'result', id, text: textOf(response) };
  }
  return { kind: 'says', role: '', text: 'text' in part ? textOf(part['text']) : textOf(part) };
}

/** Rules that all providers share: calls are whole, and each has its one result, in call order. */
function faultsOf(turns: readonly WireTurn[]): string[] {
  const faults: string[] = [];
  const ids = new Set<unknown>();
  let unanswered: unknown[] = [];
  for (const turn of turns) {
    if (turn.kind === 'result') {
      const expected = unanswered.shift();
      if (turn.id !== expected) faults.push(`a result for ${turn.id}, not for ${expected}`);
      continue;
    }
    // calls of one response stand together: a result between them ends the response
    if (turn.kind === 'says' && unanswered.length > 0) {
      faults.push(`no result for ${unanswered.join(', ')}`);
      unanswered = [];
    }
    if (turn.kind === 'call') {
      if (typeof turn.id !== 'string' || turn.id === '') faults.push('a call without an id');
      if (typeof turn.name !== 'string' || turn.name === '') faults.push('a call without a name');
      if (ids.has(turn.id)) faults.push(`two calls with the id ${turn.id}`);
      if (typeof turn.input !== 'object' || turn.input === null || Array.isArray(turn.input)) {
        faults.push(`the arguments of ${turn.id} are no object`);
      }
      ids.add(turn.id);
      unanswered.push(turn.id);
    }
  }
  if (unanswered.length > 0) faults.push(`no result for ${unanswered.join(', ')}`);
  return faults;
}
