import type { Fields, WireHistory, WireTurn } from './wire-turn.ts';
import { fieldsOf, itemsOf } from './wire-turn.ts';

/** How a provider writes one block of a message. */
export type ReadBlock = (block: Fields) => WireTurn;

/**
 * Reads messages that are lists of blocks. Results of calls are the user's, and come before all else
 * that the user says. Some providers insist that user and model take turns.
 */
export function readBlocks(
  messages: unknown,
  blocksIn: 'content' | 'parts',
  readBlock: ReadBlock,
  takesTurns: boolean,
): WireHistory {
  const turns: WireTurn[] = [];
  const faults: string[] = [];
  let lastRole: unknown;
  for (const message of itemsOf(messages).map(fieldsOf)) {
    const { role } = message;
    const read = itemsOf(message[blocksIn]).map((block) => readBlock(fieldsOf(block)));
    if (lastRole === undefined && role !== 'user') faults.push(`it begins with the ${role}`);
    if (takesTurns && role === lastRole) {
      faults.push(`two messages of the ${role} follow each other`);
    }
    if (read.length === 0) faults.push(`a message of the ${role} is empty`);
    if (read.some((turn) => turn.kind === 'says' && turn.text === '')) {
      faults.push(`a text of the ${role} is empty`);
    }
    const kinds = read.map(({ kind }) => kind);
    if (kinds.includes('call') && role === 'user') faults.push('the user makes calls');
    if (kinds.includes('result') && role !== 'user') faults.push(`the ${role} gives results`);
    if (kinds.lastIndexOf('result') > kinds.indexOf('says') && kinds.includes('says')) {
      if (role === 'user') faults.push('a result comes after a text of the user');
    }
    turns.push(...read);
    lastRole = role;
  }
  return { turns, faults };
}
