import type { Usage } from '../model-part.ts';
import { countOf, fieldsOf } from './read-fields.ts';

/** Every figure of a usage, known or not. */
type Figures = { readonly [Name in keyof Usage]-?: Usage[Name] | undefined };

/** A usage without the figures that are not known. */
export function toUsage(figures: Figures): Usage {
  const usage: { -readonly [Name in keyof Usage]: Usage[Name] } = {};
  for (const name of FIGURES) {
    const figure = figures[name];
    if (figure !== undefined) usage[name] = figure;
  }
  return usage;
}

const FIGURES = [
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'reasoningTokens',
  'cachedInputTokens',
  'cacheWriteInputTokens',
] as const satisfies readonly (keyof Usage)[];

/** The form of versions from v3 on: tokens broken down by kind, without a total of both. */
export function decodeNestedUsage(value: unknown): Usage {
  const usage = fieldsOf(value);
  const input = fieldsOf(usage['inputTokens']);
  const output = fieldsOf(usage['outputTokens']);
  const inputTokens = countOf(input['total']);
  const outputTokens = countOf(output['total']);
  const isTotalKnown = inputTokens !== undefined && outputTokens !== undefined;
  return toUsage({
    inputTokens,
    outputTokens,
    totalTokens: isTotalKnown ? inputTokens + outputTokens : undefined,
    reasoningTokens: countOf(output['reasoning']),
    cachedInputTokens: countOf(input['cacheRead']),
    cacheWriteInputTokens: countOf(input['cacheWrite']),
  });
}
