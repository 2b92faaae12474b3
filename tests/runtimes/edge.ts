import { createTool } from 'helve';
import type { Waiting } from 'helve/agent';
import { Agent } from 'helve/agent';
import { scriptedModel } from 'helve/testing';
import { z } from 'zod';
import { expectEqual, expectError } from '../../scripts/smoke/expect-equal.ts';
import { helveTests } from '../../scripts/smoke/helve-tests.ts';
import type { SmokeTests } from '../../scripts/smoke/run-smoke.ts';
import { runSmoke } from '../../scripts/smoke/run-smoke.ts';
import { zodTests } from './zod-tests.ts';

// A worker of an edge runtime. Each test is a request of its own, since such a runtime keeps requests
// apart: what one has begun another may not be able to wait for.

interface Bindings {
  readonly self: { readonly fetch: (address: string) => Promise<Response> };
}

const refund = createTool({
  id: 'refund',
  inputSchema: z.object({ amount: z.number() }),
  requireApproval: true,
  execute: async ({ amount }) => ({ amount }),
});
const agent = new Agent({
  id: 'desk',
  model: scriptedModel([
    { toolCalls: [{ toolName: 'refund', input: { amount: 80 } }] },
    'Refunded.',
  ]),
  tools: { refund },
});
let waiting: readonly Waiting[] = [];
const makeCode = (): unknown => new Function('return 1');
// settled before the first request, while the worker loads
const madeWhileLoading = expectError(makeCode, 'Code generation').then(
  () => 'refused',
  () => 'made',
);

/** That the edge is one: a test that passes in a runtime with all of this would tell nothing. */
const edgeTests: SmokeTests = {
  'the edge makes no code of texts': async () => {
    // biome-ignore lint/security/noGlobalEval: that it is refused is what is tested
    await expectError(() => globalThis.eval('1'), 'Code generation');
    await expectError(makeCode, 'Code generation');
    expectEqual(await madeWhileLoading, 'refused');
  },

  'the edge has nothing of Node': async () => {
    for (const name of ['process', 'Buffer', 'require', 'global', 'setImmediate']) {
      expectEqual([name, name in globalThis], [name, false]);
    }
    // a name the bundler does not see
    const builtIn = ['node', 'fs'].join(':');
    await expectError(() => import(builtIn), builtIn);
  },

  'a call waits in one request …': async () => {
    ({ waiting } = await agent.generate('Refund 80'));
    expectEqual(waiting[0]?.toolName, 'refund');
  },

  '… and is approved in another': async () => {
    const [wait] = waiting;
    if (wait === undefined) throw new Error('no call waits');
    expectEqual((await agent.approveToolCallGenerate(wait)).text, 'Refunded.');
  },
};

const tests: SmokeTests = { ...edgeTests, ...helveTests, ...zodTests };

const worker = {
  async fetch(request: Request): Promise<Response> {
    try {
      await tests[nameIn(request.url)]?.();
      return new Response();
    } catch (error) {
      const text = error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
      return new Response(text, { status: 500 });
    }
  },

  async test(_: unknown, { self }: Bindings): Promise<void> {
    const inRequest = async (name: string): Promise<void> => {
      const response = await self.fetch(`https://edge.example/?${encodeURIComponent(name)}`);
      if (!response.ok) throw new Error(await response.text());
    };
    const alone = Object.keys(tests).map((name) => [name, () => inRequest(name)] as const);
    await runSmoke({
      // first of all: what a tool loads with its first call is not loaded yet
      'all of it at once, each in a request of its own': async () => {
        await Promise.all([...Object.keys(helveTests), ...Object.keys(zodTests)].map(inRequest));
      },
      ...Object.fromEntries(alone),
    });
  },
};

function nameIn(address: string): string {
  return decodeURIComponent(new URL(address).search.slice(1));
}

// biome-ignore lint/style/noDefaultExport: a worker is what its module exports as default
export default worker;
