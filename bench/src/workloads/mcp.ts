import { isDeepStrictEqual } from 'node:util';
import type { Prepared, Sample, ServerWorkload, Variant } from '../measure/workload.ts';
import type { QuoteInput } from '../servers/quote-tools.ts';
import { quote, toolName } from '../servers/quote-tools.ts';
import type { Served } from '../servers/served.ts';
import { startServer } from '../servers/served.ts';
import type { Era, NamedServer, Transport } from '../servers/server-contender.ts';
import { demand } from './checked.ts';

/** How many tools a server has. */
export const toolCounts = [1, 100] as const;

const eras: readonly Era[] = ['2025-11-25', '2026-07-28'];

/** How long the calls of a sample take, of each server. */
const sampleMs = 80;

let running: readonly Served[] = [];

const variant = (transport: Transport, era: Era): Variant<NamedServer> => ({
  name: `${transport}, ${era}`,
  prepare: async (contender, quick) => {
    for (const served of running) served.end();
    running = [];
    const why = contender.cannot[era];
    if (why !== undefined) return { kind: 'cannot', why };
    const shape = { contender: contender.name, transport, era };
    const caller = async (tools: number) => {
      const served = await startServer({ ...shape, tools });
      running = [...running, served];
      await check(served, tools, contender.validates);
      return new Caller(served, tools);
    };
    // one after the other: two that start at once would share a clock that is asked of each
    const callers: Caller[] = [];
    for (const tools of toolCounts) callers.push(await caller(tools));
    for (const one of callers) await one.warmUp(quick);
    return sampling(callers);
  },
});

/** Both servers take turns within a sample, so that what is compared was measured together. */
function sampling(callers: readonly Caller[]): Prepared {
  let turn = 0;
  return {
    kind: 'sampled',
    sample: async () => {
      turn += 1;
      const sample: Record<string, number> = {};
      for (const one of turn % 2 === 0 ? callers : callers.toReversed()) {
        Object.assign(sample, await one.sample());
      }
      return sample;
    },
  };
}

/** Calls a tool of a server again and again, and looks at every answer. */
class Caller {
  readonly #served: Served;
  readonly #tools: number;
  #count = 0;
  #batch = 1;

  constructor(served: Served, tools: number) {
    this.#served = served;
    this.#tools = tools;
  }

  /** Until the server has done the same thousands of times, whoever is slow at it. */
  async warmUp(quick: boolean): Promise<void> {
    const [times, ms] = quick ? [300, 300] : [5000, 2000];
    const start = performance.now();
    const spent = () => performance.now() - start;
    while (spent() < 5 * ms && (spent() < ms || this.#count < times)) await this.#call();
    const later = performance.now();
    for (let number = 0; number < 50; number += 1) await this.#call();
    this.#batch = Math.max(20, Math.round((sampleMs * 50) / (performance.now() - later)));
  }

  async sample(): Promise<Sample> {
    const before = await this.#served.cpu();
    const start = performance.now();
    for (let number = 0; number < this.#batch; number += 1) await this.#call();
    const seconds = (performance.now() - start) / 1000;
    const cpu = (await this.#served.cpu()) - before;
    return {
      [cpuMetric(this.#tools)]: cpu / this.#batch,
      [rateMetric(this.#tools)]: this.#batch / seconds,
    };
  }

  /** The last of the tools, with other arguments each time. */
  async #call(): Promise<void> {
    this.#count += 1;
    const input = inputOf(this.#count);
    const name = toolName(this.#tools - 1);
    const result = await this.#served.client.ask('tools/call', { name, arguments: input });
    demandQuote(result, input);
  }
}

/** The name of the CPU time of a call, of a server with so many tools. */
export const cpuMetric = (tools: number): string => `cpu${tools}`;

/** The name of the calls a second. */
export const rateMetric = (tools: number): string => `rate${tools}`;

const inputOf = (number: number): QuoteInput => ({
  sku: `gear-${number}`,
  amount: 1 + (number % 7),
  express: number % 2 === 0,
  coupon: number % 3 === 0 ? 'SPRING' : null,
});

function demandQuote(result: Readonly<Record<string, unknown>>, input: QuoteInput): void {
  const expected = quote(input);
  const { content, structuredContent, isError } = result;
  const [block] = Array.isArray(content) ? content : [];
  const right =
    isError !== true &&
    isDeepStrictEqual(structuredContent, expected) &&
    isDeepStrictEqual(JSON.parse(block.text), expected);
  demand(right, `the answer was ${JSON.stringify(result)}`);
}

/** Looks once at what is not looked at in every call. */
async function check({ client }: Served, tools: number, validates: boolean): Promise<void> {
  const listed = await client.ask('tools/list');
  const told = JSON.stringify(listed);
  demand(Array.isArray(listed['tools']), `the list was ${told}`);
  demand(listed['tools'].length === tools, `${listed['tools'].length} tools are listed`);
  const last = listed['tools'].at(-1);
  demand(last.name === toolName(tools - 1), `the last tool is ${JSON.stringify(last)}`);
  for (const [schema, fields] of [
    ['inputSchema', ['sku', 'amount', 'express', 'coupon']],
    ['outputSchema', ['sku', 'total', 'days', 'note']],
  ] as const) {
    const properties = Object.keys(last[schema]?.properties ?? {});
    demand(isDeepStrictEqual(properties, fields), `the ${schema} has ${properties.join(', ')}`);
  }
  const wrong = { ...inputOf(1), amount: 'two' };
  const params = { name: toolName(tools - 1), arguments: wrong };
  const { result, error } = await client.answer('tools/call', params);
  const refused = error !== undefined || result?.['isError'] === true;
  demand(
    refused === validates,
    `what does not fit was answered ${JSON.stringify(result ?? error)}`,
  );
}

const workload = (transport: Transport, title: string, about: string): ServerWorkload => ({
  name: `mcp-${transport}`,
  title,
  about,
  variants: eras.map((era) => variant(transport, era)),
  columns: eras.flatMap((era) => [
    ...toolCounts.map((tools) => ({
      label: `${era}, ${tools === 1 ? '1 tool' : `${tools} tools`}`,
      variant: `${transport}, ${era}`,
      metric: cpuMetric(tools),
      unit: 'µs of CPU',
      scale: 1000,
      base: 'raw',
    })),
    {
      label: `${era}, 1 tool`,
      variant: `${transport}, ${era}`,
      metric: rateMetric(1),
      unit: 'calls/s',
    },
  ]),
});

/** Calls of one client, one after another, over each transport. */
export const mcpWorkloads: readonly ServerWorkload[] = [
  workload(
    'stdio',
    'Calls over stdio',
    "One client calls one tool, one call after another, over the server's standard streams.",
  ),
  workload(
    'http',
    'Calls over HTTP',
    'The same over streamable HTTP on a connection that is kept: in a session of 2025-11-25, and ' +
      'with self-contained requests of 2026-07-28.',
  ),
];
