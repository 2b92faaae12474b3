import type { Chunk } from 'helve/agent';
import { expect } from 'vitest';

const BEGINS = /^tool-call(-input-streaming-start)?$/;
const ENDS = /^tool-(result|error|output-denied)$/;

/** Expects every call that shows to have one end, and gives the ends. */
export function expectOneEnd(chunks: readonly Chunk[], where: string): readonly Chunk[] {
  const idsOf = (pattern: RegExp): readonly unknown[] =>
    chunks.flatMap(({ type, payload }) =>
      pattern.test(type) && 'toolCallId' in payload ? [payload.toolCallId] : [],
    );
  const begun = new Set(idsOf(BEGINS));
  expect(idsOf(ENDS).toSorted(), where).toEqual([...begun].toSorted());
  return chunks.filter(({ type }) => ENDS.test(type));
}
