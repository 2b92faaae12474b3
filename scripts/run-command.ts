import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from './project.ts';

/** How a command ended, and everything it printed in the order it printed it. */
export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** Where {@link runCommand} runs a command. */
export interface CommandOptions {
  /** The project's root where it is absent. */
  readonly cwd?: string;
  /** Replaces the environment; by default the workspace's own programs come first in `PATH`. */
  readonly env?: NodeJS.ProcessEnv;
  /** Prints as the command does, besides collecting it. */
  readonly live?: boolean;
  /** Ends the command, which then has failed; by default it may take as long as it likes. */
  readonly timeoutMs?: number;
}

/** The workspace's programs first: also without npm, a script then gets the pinned Node. */
export const workspaceEnv: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
};

/** Runs a command to its end, without input. It never rejects: a command that can't start fails. */
export function runCommand(
  command: string,
  args: readonly string[],
  { cwd = root, env = workspaceEnv, live = false, timeoutMs }: CommandOptions = {},
): Promise<CommandResult> {
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    // what hangs may not listen either
    killSignal: 'SIGKILL',
  });
  let output = '';
  const collect = (chunk: string): void => {
    output += chunk;
    if (live) process.stdout.write(chunk);
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
  child.on('close', (code, signal) => {
    if (signal !== null) output += `${command} was ended by ${signal}\n`;
    resolve({ code: code ?? 1, output });
  });
  return promise;
}
