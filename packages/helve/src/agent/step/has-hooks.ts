import type { ToolSource } from '../../tool/tool.ts';

/** Whether anything of a tool watches its calls. */
export function hasHooks(tool: ToolSource): boolean {
  return (
    tool.onInputStart !== undefined ||
    tool.onInputDelta !== undefined ||
    tool.onInputAvailable !== undefined ||
    tool.onOutput !== undefined
  );
}
