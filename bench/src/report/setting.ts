import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { benchFolder } from '../measure/run-child.ts';
import type { RunSettings } from '../measure/workload.ts';

/** What was measured where. */
export interface Setting {
  readonly date: string;
  readonly minutes: number;
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly seed: number;
  readonly load: { readonly before: string; readonly after: string };
  readonly versions: Readonly<Record<string, string>>;
}

/** Where the version of a package is written, by contender. */
const manifests: Readonly<Record<string, string>> = {
  helve: '../packages/helve/package.json',
  'ai-sdk (ai)': 'node_modules/ai/package.json',
  'tanstack (@tanstack/ai)': 'node_modules/@tanstack/ai/package.json',
  'mastra (@mastra/core)': 'node_modules/@mastra/core/package.json',
  'openai (@openai/agents)': 'node_modules/@openai/agents/package.json',
  'langchain (langchain)': 'node_modules/langchain/package.json',
  'langchain (@langchain/core)': 'node_modules/@langchain/core/package.json',
  'langchain (@langchain/langgraph)': 'node_modules/@langchain/langgraph/package.json',
  'schemas of all (zod)': 'node_modules/zod/package.json',
};

/** Likewise, of those with a store. */
const storeManifests: Readonly<Record<string, string>> = {
  'helve (@helve/sqlite)': '../packages/sqlite/package.json',
  'helve (@helve/postgres)': '../packages/postgres/package.json',
  'mastra (@mastra/core)': 'node_modules/@mastra/core/package.json',
  'mastra (@mastra/libsql)': 'node_modules/@mastra/libsql/package.json',
  'mastra (@mastra/pg)': 'node_modules/@mastra/pg/package.json',
  'langgraph (langchain)': 'node_modules/langchain/package.json',
  'langgraph (@langchain/langgraph)': 'node_modules/@langchain/langgraph/package.json',
  'langgraph (@langchain/langgraph-checkpoint-sqlite)':
    'node_modules/@langchain/langgraph-checkpoint-sqlite/package.json',
  'langgraph (better-sqlite3)': 'node_modules/better-sqlite3/package.json',
  'langgraph (@langchain/langgraph-checkpoint-postgres)':
    'node_modules/@langchain/langgraph-checkpoint-postgres/package.json',
  'driver of all (pg)': 'node_modules/pg/package.json',
};

/** Likewise, of those that serve tools over MCP. */
const serverManifests: Readonly<Record<string, string>> = {
  'raw (@modelcontextprotocol/server)': 'node_modules/@modelcontextprotocol/server/package.json',
  'raw (@modelcontextprotocol/node)': 'node_modules/@modelcontextprotocol/node/package.json',
  'helve (@helve/mcp)': '../packages/mcp/package.json',
  fastmcp: 'node_modules/fastmcp/package.json',
  'fastmcp (@modelcontextprotocol/sdk)': 'node_modules/@modelcontextprotocol/sdk/package.json',
  'mastra (@mastra/mcp)': 'node_modules/@mastra/mcp/package.json',
  'mastra (@mastra/core)': 'node_modules/@mastra/core/package.json',
  'mastra (@modelcontextprotocol/server)':
    'node_modules/@mastra/mcp/node_modules/@modelcontextprotocol/server/package.json',
  'schemas of all (zod)': 'node_modules/zod/package.json',
};

/** How busy the machine is: above its number of cores, times are longer than they need be. */
export const currentLoad = (): string => (loadavg()[0] ?? 0).toFixed(1);

/** Describes the machine and what is installed on it. */
export function describeSetting(
  seed: number,
  began: number,
  loadBefore: string,
  of: RunSettings['folder'],
): Setting {
  const all = { contenders: manifests, stores: storeManifests, servers: serverManifests };
  const versions = Object.entries(all[of]).map(([name, file]) => {
    // npm has read the same file before
    const manifest = JSON.parse(readFileSync(join(benchFolder, file), 'utf8')) as {
      readonly version: string;
    };
    return [name, manifest.version] as const;
  });
  return {
    date: new Date(began).toISOString().slice(0, 10),
    minutes: Math.round((Date.now() - began) / 60_000),
    node: process.versions.node,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${platform()} ${release().split('-')[0]} ${arch()}`,
    seed,
    load: { before: loadBefore, after: currentLoad() },
    versions: Object.fromEntries(versions),
  };
}
