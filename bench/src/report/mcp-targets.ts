import { figure } from '../measure/result.ts';
import { cpuMetric, mcpWorkloads } from '../workloads/mcp.ts';
import type { Aim, Pick, Results, Target } from './targets.ts';
import { judge, over } from './targets.ts';

/** Holds the results of the MCP servers against what Helve sets out to reach. */
export function judgeMcpTargets(results: Results): readonly Target[] {
  return judge((pick) => aimsOf(results, pick));
}

function aimsOf(results: Results, pick: Pick): readonly Aim[] {
  return mcpWorkloads.flatMap(({ name, variants }) =>
    variants.flatMap((variant): readonly Aim[] => {
      const cpu = (row: string, tools: number) =>
        figure(results[name], variant.name, row, cpuMetric(tools))?.[pick];
      return [
        {
          what: `${variant.name}: CPU time of a call, 1 tool, times raw`,
          value: over(cpu('helve', 1), cpu('raw', 1)),
          most: 1.3,
          unit: '×',
        },
        {
          what: `${variant.name}: CPU time of a call, 100 tools, times 1 tool`,
          value: over(cpu('helve', 100), cpu('helve', 1)),
          most: 1.1,
          unit: '×',
        },
      ];
    }),
  );
}
