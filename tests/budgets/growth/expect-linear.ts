import { expect } from 'vitest';
import { mostGrowth } from '../budgets.ts';
import type { Work } from './count-work.ts';

/** What was counted for one size of what the work is about. */
export interface Sample {
  readonly size: number;
  readonly work: Work;
}

/** Counts one run of each size. */
export async function sampleSizes(
  sizes: readonly number[],
  count: (size: number) => Promise<Work>,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const size of sizes) samples.push({ size, work: await count(size) });
  return samples;
}

/** Fails where some count grows faster from one size to the next than the sizes do. */
export function expectLinear(samples: readonly Sample[]): void {
  expect(samples.length).toBeGreaterThan(1);
  const tooFast = samples.slice(1).flatMap((sample, index) => {
    const before = samples[index];
    return before ? fasterThan(before, sample) : [];
  });
  if (tooFast.length > 0) expect.fail(tooFast.join('\n'));
}

function fasterThan(before: Sample, after: Sample): string[] {
  return countersOf(after.work).flatMap((name) => {
    const [small, large] = [before.work[name], after.work[name]];
    if (large === small) return [];
    const growth = Math.log(large / small) / Math.log(after.size / before.size);
    if (growth <= mostGrowth) return [];
    return `${name} grows as size to the power of ${growth.toFixed(2)}: ${small} for ${before.size}, ${large} for ${after.size}`;
  });
}

/** What each further unit of size costs, between the two largest samples. */
export function costOfOne(samples: readonly Sample[], counter: keyof Work): number {
  const [before, after] = samples.slice(-2);
  if (!before || !after) throw new RangeError('It takes two samples to tell what one more costs.');
  return (after.work[counter] - before.work[counter]) / (after.size - before.size);
}

function countersOf(work: Work): (keyof Work)[] {
  // an object of this type has these keys and no others
  return Object.keys(work) as (keyof Work)[];
}
