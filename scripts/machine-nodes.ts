import { delimiter, join, sep } from 'node:path';
import { root } from './project.ts';
import { runCommand } from './run-command.ts';

/** A Node.js to run an installed package with. */
export interface MachineNode {
  /** As `node -v` prints it. */
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The environment a user would have: the machine's own Node and npm, and none of the settings that
 * npm hands to the scripts it runs.
 */
export function userEnv(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([key]) => !/^(?:npm_|NODE$|INIT_CWD$)/i.test(key));
  const path = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.split(sep).includes('node_modules'))
    .join(delimiter);
  return { ...Object.fromEntries(kept), PATH: path };
}

/** The machine's own Node, where it has one, and the workspace's; one of each version. */
export async function machineNodes(): Promise<MachineNode[]> {
  const nodes: MachineNode[] = [];
  const own = userEnv();
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${own['PATH'] ?? ''}`;
  for (const env of [own, { ...own, PATH }]) {
    const { code, output } = await runCommand('node', ['-v'], { env });
    const version = output.trim();
    if (code === 0 && nodes.every((node) => node.version !== version)) nodes.push({ version, env });
  }
  return nodes;
}
