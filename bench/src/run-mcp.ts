import { judgeMcpTargets } from './report/mcp-targets.ts';
import type { PartRun } from './run-part.ts';
import { runPart } from './run-part.ts';
import { serverContenderNames } from './servers/index.ts';
import type { ServerContender } from './servers/server-contender.ts';
import { mcpWorkloads } from './workloads/mcp.ts';

/**
 * Measures libraries that serve tools to MCP clients; what all of them come to is written to MCP.md
 * and mcp-results.json.
 */
export function runMcp(run: PartRun): Promise<void> {
  return runPart(
    {
      title: 'serving tools over MCP',
      command: 'npm run bench -- mcp',
      anchor: 'serving-tools-over-mcp',
      doing: 'what it is',
      folder: 'servers',
      contenders: serverContenderNames,
      workloads: mcpWorkloads,
      files: { report: 'MCP.md', results: 'mcp-results.json' },
      judge: judgeMcpTargets,
      async does(name) {
        // a file of ours, by a name of our list
        const module = (await import(`./servers/${name}.ts`)) as {
          serverContender: ServerContender;
        };
        return module.serverContender.does;
      },
    },
    run,
  );
}
