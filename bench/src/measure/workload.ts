import type { Capability, Contender } from '../contender.ts';
import type { NamedServer } from '../servers/server-contender.ts';
import type { StoreContender } from '../stores/store-contender.ts';
import type { Cells } from './result.ts';

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

/** What the driver knows of a variant. */
export interface VariantShape {
  readonly name: string;
  /** Grows from variant to variant: what exponents are made of. */
  readonly size?: number;
  /** Variants of one series grow; a contender that does not end in one is spared the next. */
  readonly series?: string;
  /** How many of the things that a figure is given for one repetition does. */
  readonly per?: number;
  /** How many rounds at most, where fewer than usual will do. */
  readonly rounds?: number;
}

/** A workload in one size or form. */
export interface Variant<Of = Contender> extends VariantShape {
  prepare(contender: Of, quick: boolean): Prepared | Promise<Prepared>;
}

/** A figure that is shown of every row. */
export interface Column {
  readonly label: string;
  readonly variant: string;
  /** Default `time`. */
  readonly metric?: string;
  readonly unit: string;
  /** What the figure is multiplied with to be of that unit. */
  readonly scale?: number;
  /** The row that the others are shown as a multiple of. */
  readonly base?: string;
}

/** What a workload is, and how its figures are shown. */
export interface WorkloadText {
  readonly name: string;
  readonly title: string;
  /** What is done, and what it is to show. */
  readonly about: string;
  readonly columns: readonly Column[];
  /** Variants of which the second is the larger one: how a row's time grows between them. */
  readonly growth?: readonly (readonly [string, string])[];
}

/** What the driver knows of a workload. */
export interface WorkloadShape extends WorkloadText {
  readonly variants: readonly VariantShape[];
}

/** A workload that every contender does in a process of its own. */
export interface Workload extends WorkloadText {
  /** What of a contender it is about. */
  readonly capability: Capability;
  readonly variants: readonly Variant[];
}

/** A workload of libraries with a store. */
export interface StoreWorkload extends WorkloadText {
  readonly variants: readonly Variant<StoreContender>[];
}

/** A workload of libraries that serve tools to MCP clients. */
export interface ServerWorkload extends WorkloadText {
  readonly variants: readonly Variant<NamedServer>[];
}

/** A workload that is driven in a way of its own, over rows of its own. */
export interface OwnWorkload extends WorkloadText {
  run(settings: RunSettings): Promise<Cells>;
}

/** How a run of the benchmark is set up. */
export interface RunSettings {
  readonly contenders: readonly string[];
  /** Where their files are. */
  readonly folder: 'contenders' | 'stores' | 'servers';
  readonly quick: boolean;
  readonly random: () => number;
  readonly note: (text: string) => void;
}

/** The reason a contender has, or one in its place. */
export function cannot(contender: Contender, capability: keyof Contender['cannot']): Prepared {
  return { kind: 'cannot', why: contender.cannot[capability] ?? 'has none' };
}
