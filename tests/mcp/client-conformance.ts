import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The revisions of the protocol that are promised. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;

const LOGIN =
  'an extension of the login: it is the work of the OAuthClientProvider that an application passes as `auth`';

/** Scenarios that the suite runs and does not score, and that fail here: by name, and why. */
export const CLIENT_UNSCORED: Readonly<Record<string, string>> = {
  'auth/enterprise-managed-authorization': LOGIN,
  'auth/dpop': LOGIN,
  'auth/dpop-nonce': LOGIN,
  'auth/wif-jwt-bearer': LOGIN,
};

/** What came of the suite. */
export interface ClientConformance {
  /** Checks of all scenarios but those in `unscored`. */
  readonly passed: number;
  readonly failed: number;
  /** Scenarios that fail and need not, and why. */
  readonly unscored: readonly { readonly name: string; readonly why: string }[];
  readonly output: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

/**
 * Runs the official suite against a client made with Helve. What fails and is not on record counts,
 * and so does what is on record and passes.
 */
export async function clientConformance(
  revision: (typeof REVISIONS)[number],
): Promise<ClientConformance> {
  const command = 'node tests/mcp/conformance-client.ts';
  const out = `node_modules/.cache/conformance/client/${revision}`;
  const args = [suite, 'client', '--command', command, '--requirements', revision, '-o', out];
  const { code, output } = await run(args);
  const [, summary = ''] = output.split('=== SUITE SUMMARY ===');
  const scenarios = [...summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)].map(
    ([, name = '', passed, failed]) => ({ name, passed: Number(passed), failed: Number(failed) }),
  );
  const isKnown = (name: string): boolean => Object.hasOwn(CLIENT_UNSCORED, name);
  const excused = scenarios.filter(({ name, failed }) => failed > 0 && isKnown(name));
  const stale = scenarios.filter(({ name, failed }) => failed === 0 && isKnown(name));
  const counted = scenarios.filter((scenario) => !excused.includes(scenario));
  const failed = counted.reduce((sum, each) => sum + each.failed, 0) + stale.length;
  return {
    passed: counted.reduce((sum, each) => sum + each.passed, 0),
    // The suite's own verdict counts too: it may have ended before it came to anything.
    failed: code === 0 && scenarios.length > 0 ? failed : Math.max(failed, 1),
    unscored: excused.map(({ name }) => ({ name, why: CLIENT_UNSCORED[name] ?? '' })),
    output,
  };
}

function run(args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn('node', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const clock = setTimeout(() => child.kill(), 300_000);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on('close', (code) => {
      clearTimeout(clock);
      resolve({ code: code ?? 1, output });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const revision of REVISIONS) {
    const { passed, failed, unscored, output } = await clientConformance(revision);
    console.log(`client, ${revision}: ${passed} passed, ${failed} failed`);
    for (const { name, why } of unscored) console.log(`  not scored, and failing: ${name}, ${why}`);
    if (failed === 0) continue;
    console.log(output);
    process.exitCode = 1;
  }
}
