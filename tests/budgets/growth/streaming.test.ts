import { createTool } from 'helve';
import { Agent } from 'helve/agent';
import { collect, scriptedModel } from 'helve/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { budgets } from '../budgets.ts';
import { expectBudget } from '../expect-budget.ts';
import type { Work } from './count-work.ts';
import { countWork } from './count-work.ts';
import { costOfOne, expectLinear, sampleSizes } from './expect-linear.ts';

const chunkSize = 20;
const sizes = [1_000, 16_000, 128_000, 1_000_000];

/** A call whose input of so many characters streams in, read whenever a piece has come. */
function countInput(length: number): Promise<Work> {
  return countWork(async ({ store, see, schema }) => {
    const input = JSON.stringify({ text: 'abcdefghi '.repeat(length / 10) });
    const seen: number[] = [];
    const write = createTool({
      id: 'write',
      inputSchema: schema(z.object({ text: z.string() })),
      onInputDelta: ({ partialInput }) => {
        const text: unknown = Object(partialInput)['text'];
        seen.push(typeof text === 'string' ? text.length : 0);
      },
      execute: async ({ text }) => text.length,
    });
    const model = scriptedModel((request) => {
      see(request);
      const isDone = request.prompt.at(-1)?.role === 'tool';
      return isDone ? 'Done.' : { toolCalls: [{ toolName: 'write', input }], chunkSize };
    });
    const agent = new Agent({ id: 'writer', model, store, tools: { write } });
    const chunks = await collect((await agent.stream('Write.')).fullStream);
    const deltas = Math.ceil(input.length / chunkSize);
    expect(chunks.filter(({ type }) => type === 'tool-call-delta')).toHaveLength(deltas);
    expect(seen).toHaveLength(deltas);
    // each read shows what has come by then: it grows piece by piece
    expect(seen.slice(1, -1).every((read, at) => read === (seen[at] ?? 0) + chunkSize)).toBe(true);
  });
}

test('an input that streams in costs what it is long, read at every piece', async () => {
  const samples = await sampleSizes(sizes, countInput);
  expectLinear(samples);
  const character = (counter: keyof Work) => costOfOne(samples, counter);
  expectBudget('An input', character('lookedAt'), budgets.lookedAtOfInput);
  expectBudget('An input', character('parsed'), budgets.parsedOfInput);
  expectBudget('An input', character('recordBytes'), budgets.recordBytesOfInput);
  expect(character('commits'), 'commits').toBe(0);
  expect(character('validations'), 'validations').toBe(0);
});

/** An answer of so many characters. */
function countText(length: number): Promise<Work> {
  return countWork(async ({ store, see }) => {
    const text = 'abcdefghi '.repeat(length / 10);
    const model = scriptedModel((request) => {
      see(request);
      return { text, chunkSize };
    });
    const agent = new Agent({ id: 'writer', model, store });
    const chunks = await collect((await agent.stream('Write.')).displayStream);
    const deltas = chunks.filter(({ type }) => type === 'text-delta');
    expect(deltas).toHaveLength(Math.ceil(text.length / chunkSize));
  });
}

test('text that streams costs what it is long', async () => {
  const samples = await sampleSizes(sizes, countText);
  expectLinear(samples);
  const character = (counter: keyof Work) => costOfOne(samples, counter);
  expect(character('recordBytes'), 'characters of records').toBeCloseTo(1, 3);
  expect(character('parsed') + character('written'), 'characters of JSON').toBe(0);
  expect(character('commits'), 'commits').toBe(0);
});
