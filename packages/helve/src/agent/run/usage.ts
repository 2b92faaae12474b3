import type { Usage } from '../../model/model-part.ts';

const FIGURES = [
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'reasoningTokens',
  'cachedInputTokens',
  'cacheWriteInputTokens',
] as const;

/** Adds up tokens; a figure that neither side knows stays unknown. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum: { -readonly [Figure in keyof Usage]: Usage[Figure] } = {};
  for (const figure of FIGURES) {
    const left = a[figure];
    const right = b[figure];
    if (left !== undefined || right !== undefined) sum[figure] = (left ?? 0) + (right ?? 0);
  }
  return sum;
}
