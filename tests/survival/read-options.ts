import { parseArgs } from 'node:util';
import type { StoreKind } from './with-place.ts';
import { STORES } from './with-place.ts';

/** What both programs take. */
export interface TrialOptions<Name extends string> {
  readonly stores: readonly StoreKind[];
  readonly seed: number;
  /** Further numbers, by their names. */
  readonly numbers: Readonly<Record<Name, number>>;
}

/** Reads a command line: `--store sqlite|postgres|all --seed S`, and numbers with their defaults. */
export function readOptions<Name extends string>(
  args: readonly string[],
  defaults: Readonly<Record<Name, number>>,
): TrialOptions<Name> {
  const names = Object.keys(defaults) as Name[]; // its keys are what its type says
  const options = Object.fromEntries(
    ['store', 'seed', ...names].map((name) => [name, { type: 'string' as const }]),
  );
  const { values } = parseArgs({ args: [...args], options });
  const number = (name: string, otherwise: number): number => {
    const text = values[name];
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= 0) return value;
    throw new TypeError(`--${name} is ${text}; it must be a whole number.`);
  };
  const { store = 'all' } = values;
  const stores = STORES.filter((kind) => store === 'all' || store === kind);
  if (stores.length === 0)
    throw new TypeError(`--store is ${store}; give sqlite, postgres or all.`);
  return {
    stores,
    seed: number('seed', Math.floor(Math.random() * 1_000_000)),
    numbers: Object.fromEntries(
      names.map((name) => [name, number(name, defaults[name])]),
    ) as Record<Name, number>, // made from the same names
  };
}
