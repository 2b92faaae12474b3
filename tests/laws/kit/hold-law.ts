import fc from 'fast-check';
import { test } from 'vitest';
import type { Bias } from './any-script.ts';
import { anyScript } from './any-script.ts';
import { carryOut } from './carry-out.ts';
import { printTest } from './print-test.ts';
import type { Script } from './script.ts';
import type { Trial } from './trial.ts';

/** A law, as a function that finds what breaks it in a trial. */
export interface Law {
  /** The name of the file in this folder, and in camel case of the function in it. */
  readonly name: string;
  readonly find: (trial: Trial) => readonly string[] | Promise<readonly string[]>;
  /** What the law wants to see more of. */
  readonly bias?: Bias;
  /** Plays a script; by default `carryOut`. */
  readonly play?: (script: Script) => Promise<Trial>;
}

/**
 * Makes a test that tries to break a law with scripts of every kind. A script that does is made as
 * small as it can be, and printed as a test of its own: save it beside this law's and run it.
 */
export function holdLaw(title: string, { name, find, bias, play = carryOut }: Law): void {
  test(title, async () => {
    const property = fc.asyncProperty(anyScript(bias), async (script) => {
      const problems = await find(await play(script));
      if (problems.length > 0) throw new Error(problems.join('\n'));
    });
    const { numRuns } = fc.readConfigureGlobal() ?? {};
    // `npm run laws` asks for many scripts, others every time; `npm test` always plays the same few
    const extent = numRuns === undefined ? { numRuns: 100, seed: 1 } : { numRuns };
    const details = await fc.check(property, extent);
    if (!details.failed) return;
    const [script] = details.counterexample ?? [];
    const why = details.errorInstance;
    throw new Error(
      [
        `${title}: broken after ${details.numRuns} runs (seed ${details.seed}, path "${details.counterexamplePath}").`,
        why instanceof Error ? why.message : String(why),
        'As a test of its own:',
        '',
        script === undefined ? '(no script)' : printTest(name, script),
      ].join('\n'),
    );
  });
}
