/** What a series of samples comes to. */
export interface Summary {
  readonly min: number;
  readonly median: number;
  readonly max: number;
  readonly samples: number;
}

/** Sorts the samples out. @throws where there are none. */
export function summarize(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle];
  if (high === undefined) throw new Error('There are no samples.');
  const median = sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? high)) / 2;
  return {
    min: sorted[0] ?? high,
    median,
    max: sorted.at(-1) ?? high,
    samples: sorted.length,
  };
}

/** How time grows with size: 1 is in proportion, 2 with its square. */
export function exponent(
  small: { readonly size: number; readonly time: number },
  large: { readonly size: number; readonly time: number },
): number {
  return Math.log(large.time / small.time) / Math.log(large.size / small.size);
}
