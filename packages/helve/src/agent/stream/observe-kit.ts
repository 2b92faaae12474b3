import { expect } from 'vitest';
import type { Agent } from '../agent.ts';
import type { NumberedChunk } from './stored-cursor.ts';

// What tests of observed streams share.

/** Everything that comes. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** What an agent is shown of a run that it observes, until that ends or waits. */
export async function observed(agent: Agent, runId: string, from = 0): Promise<NumberedChunk[]> {
  return collect((await agent.observeStream({ runId, from })).numberedStream);
}

/** As a store gives it back: what is absent in JSON is absent. */
export function json<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

/** Nothing is missing, and nothing comes twice. */
export function expectNumbers(chunks: readonly NumberedChunk[], from = 0): void {
  expect(chunks.map(({ number }) => number)).toEqual(chunks.map((_, index) => from + index));
}

export function types(chunks: readonly NumberedChunk[]): string[] {
  return chunks.map(({ chunk }) => chunk.type);
}
