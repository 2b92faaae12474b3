import type { Contender } from '../contender.ts';

/** What is measured in one go, in units of the variant: `time` in milliseconds, or others by name. */
export type Sample = Readonly<Record<string, number>>;

/** Work that was set up in a contender's process. */
export type Prepared =
  | {
      readonly kind: 'timed';
      /** One repetition that looks closely: throws where the work was not done as it should be. */
      check(): Promise<void>;
      /** One repetition for the clock; throws where its result is wrong. */
      once(): Promise<void>;
    }
  | {
      readonly kind: 'sampled';
      /** Measures for itself, and throws where the work was not done. */
      sample(): Promise<Sample>;
    }
  | { readonly kind: 'cannot'; readonly why: string };

/** A workload in one size or form. */
export interface Variant {
  readonly name: string;
  /** Grows from variant to variant: what exponents are made of. */
  readonly size?: number;
  /** Variants of one series grow; a contender that does not end in one is spared the next. */
  readonly series?: string;
  /** How many of the things that a figure is given for one repetition does. */
  readonly per?: number;
  /** Milliseconds, or microseconds. */
  readonly unit?: 'ms' | 'µs';
  /** How many rounds at most, where fewer than usual will do. */
  readonly rounds?: number;
  prepare(contender: Contender): Prepared;
}

/** A workload that every contender does in a process of its own. */
export interface Workload {
  readonly name: string;
  readonly title: string;
  /** What is done, and what it is to show. */
  readonly about: string;
  readonly variants: readonly Variant[];
}

/** The reason a contender has, or one in its place. */
export function cannot(contender: Contender, capability: keyof Contender['cannot']): Prepared {
  return { kind: 'cannot', why: contender.cannot[capability] ?? 'has none' };
}
