import type { ToolSource } from '../../tool/tool.ts';
import { ownSchema } from './own-schema.ts';
import type { Toolset } from './toolset.ts';

export const SEARCH_TOOL = 'helve_search_tools';

/** A tool that a search found. */
export interface FoundTool {
  readonly name: string;
  readonly description: string;
}

const inputSchema = ownSchema({
  query: { type: 'string', description: 'What the tool should be able to do.' },
});

/**
 * The tool by which a model finds others: those that were put off are not in its prompt until a
 * search has found them. What is found goes through the same gate as any tool.
 */
export function searchTool(
  toolset: Toolset,
  deferred: ReadonlySet<string>,
  limit: number,
  onFound: (names: readonly string[]) => void,
): ToolSource {
  return {
    id: SEARCH_TOOL,
    description: `Finds tools for a task among ${deferred.size} that are not listed. Those it finds can be called from your next message on.`,
    inputSchema,
    mcp: { annotations: { readOnlyHint: true } },
    execute: async (input) => {
      // The input was validated by the schema above.
      const { query } = input as { readonly query: string };
      const found = await searchTools(toolset, deferred, query, limit);
      onFound(found.map(({ name }) => name));
      return found.length > 0 ? found : `No tool was found for "${query}". Try other words.`;
    },
  };
}

/**
 * Why this library: ranked full-text search in a few kilobytes, well kept, no dependencies (MIT).
 * It is loaded at the first search.
 */
async function searchTools(
  toolset: Toolset,
  deferred: ReadonlySet<string>,
  query: string,
  limit: number,
): Promise<readonly FoundTool[]> {
  const { default: MiniSearch } = await import('minisearch');
  const index = new MiniSearch<FoundTool>({
    idField: 'name',
    fields: ['name', 'description'],
    storeFields: ['name', 'description'],
    // Names are written in many ways: getWeather, get_weather, get-weather.
    tokenize: (text) =>
      text
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== ''),
  });
  for (const name of deferred) {
    const description = toolset.tools.get(name)?.description ?? '';
    index.add({ name, description });
  }
  const options = { prefix: true, fuzzy: 0.2, boost: { name: 2 } } as const;
  return index
    .search(query, options)
    .slice(0, limit)
    .map(({ id }) => {
      const name = String(id);
      return { name, description: toolset.tools.get(name)?.description ?? '' };
    });
}
