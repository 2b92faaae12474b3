import type { ProjectionRuntime } from '../../call/project.ts';
import { project, unavailable } from '../../call/project.ts';
import type { CallRecord } from '../../store/records.ts';
import type { JsonValue } from '../../tool/json.ts';
import type { ToolSource } from '../../tool/tool.ts';
import type { Waiting } from '../run/run-result.ts';

/** A waiting call in a list: for the application, with what a screen may show of it. */
export interface ListedWait extends Waiting {
  /**
   * What to show the person who decides: the `display` form of the approval, or of what the tool
   * suspended with. A placeholder where the tool is gone, or its transform fails.
   */
  readonly display: JsonValue;
}

/** The form of a stored wait for screens. It fails closed: nobody knows what a tool hid that is gone. */
export async function displayOfWait(
  record: CallRecord,
  tool: ToolSource | undefined,
  runtime: ProjectionRuntime,
): Promise<JsonValue> {
  const { runId, toolCallId, toolName, acceptedInput, suspendPayload, state } = record;
  const phase = state === 'suspended' ? 'suspend' : 'approval';
  if (!tool) return unavailable(phase);
  const source = { runId, toolCallId, toolName, tool, input: acceptedInput, inputForms: {} };
  const projection = await project(source, 'display', phase, { suspendPayload }, runtime);
  return projection.shown ? projection.value : unavailable(phase);
}
