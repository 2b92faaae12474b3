import type { McpToolDefinition } from './tool-definition.ts';

/** How a list of tools differs from what it was: the names of tools on their server. */
export interface ToolDrift {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** How two lists differ; `undefined` where they do not. The order does not count. */
export function driftOf(
  before: readonly McpToolDefinition[],
  after: readonly McpToolDefinition[],
): ToolDrift | undefined {
  const was = textsOf(before);
  const is = textsOf(after);
  const added = [...is.keys()].filter((name) => !was.has(name));
  const removed = [...was.keys()].filter((name) => !is.has(name));
  const changed = [...is].flatMap(([name, text]) =>
    was.has(name) && was.get(name) !== text ? [name] : [],
  );
  const drift = { added, removed, changed };
  return added.length + removed.length + changed.length === 0 ? undefined : drift;
}

function textsOf(tools: readonly McpToolDefinition[]): ReadonlyMap<string, string> {
  return new Map(tools.map((tool) => [tool.name, sortedText(tool)]));
}

/** JSON with sorted keys: servers and files may order them as they like. */
function sortedText(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
