import { expect } from 'vitest';
import type { CorpusTool } from './corpora.ts';

/**
 * Expects of a tool that has come through Helve what it said of itself before: its schemas to the
 * letter, its hints, and the words for models and people. The name is the one it has here.
 */
export function expectSurvived(before: CorpusTool, after: Omit<CorpusTool, 'name'>): void {
  const { title, description, inputSchema, outputSchema, annotations, _meta } = before;
  expect(after.inputSchema).toEqual(inputSchema);
  expect(after.outputSchema).toEqual(outputSchema);
  expect(after.annotations).toEqual(annotations);
  expect(after.description).toEqual(description);
  expect(after.title).toEqual(title ?? annotations?.['title']);
  expect(after._meta).toEqual(_meta);
}
