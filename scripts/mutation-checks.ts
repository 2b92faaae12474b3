import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTATIONS } from '../tests/laws/mutations.ts';
import type { Check } from './check.ts';
import { outcome } from './check.ts';
import { root } from './project.ts';
import type { CommandResult } from './run-command.ts';
import { runCommand, workspaceEnv } from './run-command.ts';

/** A mutation is noticed within so many scripts, or its law looks past it. */
const RUNS = 4_000;

/**
 * For every change of the list: the law's test fails with it, and the script that it prints is a
 * test of its own, which fails with the change and passes without.
 */
export const mutationChecks: readonly Check[] = MUTATIONS.map((mutation, index) => ({
  name: `${mutation.law} notices that ${mutation.what}`,
  run: async () => {
    const { message, result } = await runLaw(`${mutation.law}.test.ts`, index);
    // only a script that broke the law counts, and not that the changed code does not even load
    if (!/: broken after \d+ runs/.test(message)) {
      return outcome(false, message || result.output || 'the law held');
    }
    const problem = await replay(printedTest(message), index);
    return outcome(problem === undefined, `${problem}\n\n${message}`);
  },
}));

async function replay(test: string, index: number): Promise<string | undefined> {
  // beside the laws, where it is meant to be saved
  const file = `printed-${index}.test.ts`;
  const path = join(root, 'tests/laws', file);
  writeFileSync(path, test);
  try {
    const changed = await runLaw(file, index);
    if (changed.result.code === 0) return 'The script that was printed passes with the change.';
    if (changed.message === '') return `It does not run:\n${changed.result.output}`;
    const unchanged = await runLaw(file, undefined);
    return unchanged.result.code === 0
      ? undefined
      : `The script that was printed fails without the change:\n${unchanged.message}`;
  } finally {
    rmSync(path);
  }
}

function printedTest(message: string): string {
  return message.slice(message.indexOf('import {')).split('\n    at ')[0] ?? '';
}

/** The message of the failed test, empty where none failed. */
async function runLaw(
  file: string,
  index: number | undefined,
): Promise<{ readonly message: string; readonly result: CommandResult }> {
  const report = join(root, `node_modules/.cache/mutation-${index ?? 'none'}-${file}.json`);
  rmSync(report, { force: true });
  const env = {
    ...workspaceEnv,
    HELVE_LAWS_RUNS: String(RUNS),
    HELVE_LAW_TEST: `tests/laws/${file}`,
    ...(index === undefined ? {} : { HELVE_MUTATION: String(index) }),
  };
  const args = ['run', '--config', 'vitest.mutations.config.ts', '--reporter=json'];
  const result = await runCommand('vitest', [...args, `--outputFile=${report}`], { env });
  return { message: failureIn(report), result };
}

function failureIn(report: string): string {
  try {
    // Vitest writes this file in its documented format
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      readonly testResults: readonly {
        readonly assertionResults: readonly { readonly failureMessages?: readonly string[] }[];
      }[];
    };
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .flatMap(({ failureMessages = [] }) => failureMessages)
      .join('\n');
  } catch {
    return '';
  }
}
