import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One tool of a public server's list, as it came over the wire. */
export interface CorpusTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The tools of one public server. */
export interface Corpus {
  readonly server: string;
  readonly tools: readonly CorpusTool[];
}

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** Where the lists are: beside the project, unless `HELVE_MCP_CORPORA` names another folder. */
const directory =
  process.env['HELVE_MCP_CORPORA'] || join(projectRoot, '..', 'shared', 'mcp-corpora');

/** Why there are none; `undefined` where there are. */
export const missingCorpora: string | undefined = existsSync(directory)
  ? undefined
  : `no tool lists of public servers at ${directory}; HELVE_MCP_CORPORA names another folder`;

/** All lists there are. */
export function readCorpora(): readonly Corpus[] {
  if (missingCorpora !== undefined) return [];
  const files = readdirSync(directory).filter((file) => file.endsWith('.tools.json'));
  return files.sort().map((file) => {
    // Written when the servers were asked, with nothing changed.
    const { result } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as {
      readonly result: { readonly tools: readonly CorpusTool[] };
    };
    return { server: file.replace('.tools.json', ''), tools: result.tools };
  });
}
