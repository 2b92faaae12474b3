import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CLIENT_UNSCORED, SERVER_UNSCORED } from '../tests/mcp/conformance/unscored.ts';
import type { Check } from './check.ts';
import { judgeConformance } from './judge-conformance.ts';
import { root } from './project.ts';
import { runCommand, workspaceEnv } from './run-command.ts';

const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const fixtures = join(root, 'tests/mcp/conformance');

/** The revisions of the protocol that are promised. */
const revisions = ['2026-07-28', '2025-11-25'] as const;

/** The official suite against a server written with Helve, once for each revision. */
const serverChecks: readonly Check[] = revisions.map((revision) => ({
  name: `conformance: server, ${revision}`,
  run: async () => {
    const fixture = spawn('node', [join(fixtures, 'fixture-server.ts')], {
      env: workspaceEnv,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const lines = createInterface({ input: fixture.stdout });
      const [url] = await Promise.race([once(lines, 'line'), ended(fixture)]);
      return await runSuite('server', ['--url', String(url)], revision, SERVER_UNSCORED);
    } finally {
      fixture.kill();
    }
  },
}));

/** The official suite against a client made with Helve, once for each revision. */
const clientChecks: readonly Check[] = revisions.map((revision) => ({
  name: `conformance: client, ${revision}`,
  run: () => {
    const command = `node ${join(fixtures, 'fixture-client.ts')}`;
    return runSuite('client', ['--command', command], revision, CLIENT_UNSCORED);
  },
}));

/** Every role and revision. */
export const conformanceChecks: readonly Check[] = [...serverChecks, ...clientChecks];

/** Runs the suite in one role. */
async function runSuite(
  role: 'server' | 'client',
  args: readonly string[],
  revision: string,
  unscored: Readonly<Record<string, string>>,
) {
  const out = join(root, 'node_modules/.cache/conformance', role, revision);
  const given = [suite, role, ...args, '--requirements', revision, '-o', out];
  const result = await runCommand('node', given, { timeoutMs: 300_000 });
  return judgeConformance(result, unscored);
}

async function ended(child: ReturnType<typeof spawn>): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`the fixture server ended with ${code} before it said its address`);
}
