import { join } from 'node:path';
import { build } from 'rolldown';
import type { Check } from './check.ts';
import { outcome } from './check.ts';

/** What {@link bundleCheck} makes a program of. */
export interface Bundle {
  /** The project that the program is part of: packages are looked up from here. */
  readonly cwd: string;
  readonly input: string;
  readonly output: string;
  /** Whether packages go in; else they stay imports. */
  readonly whole: boolean;
}

/** A check that makes one JavaScript file of a program, for runtimes that know no TypeScript. */
export function bundleCheck(name: string, { cwd, input, output, whole }: Bundle): Check {
  return {
    name,
    run: async () => {
      await build({
        cwd,
        input,
        external: (id) => !whole && !/^[./]/.test(id),
        // nothing gets a replacement: a Node built-in would stay an import, and fail on an edge
        platform: 'neutral',
        onLog: (level, log, defaultHandler) => {
          defaultHandler(level === 'warn' ? 'error' : level, log);
        },
        logLevel: 'warn',
        output: { file: join(cwd, output), format: 'esm', codeSplitting: false },
      });
      return outcome(true, '');
    },
  };
}
