import type { AnyTool, ToolContext, ToolDefinition } from 'helve';
import { createTool, jsonSchema } from 'helve';
import type { RecordedCall } from './recorded-calls.ts';

/** What the tools in the recordings take: their parameters are all texts, and all needed. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  weather: ['location'],
  cityAttractions: ['city'],
  getWeather: ['location'],
  read_theme: [],
  read_screen: ['id'],
  updateIssueList: [],
  webSearchTool: ['query'],
  'test-tool': ['value'],
};

/** What a recorded tool does when it runs. */
export type Execute = (call: RecordedCall, context: ToolContext) => unknown;

/** Everything about a recorded tool that a test may want otherwise. */
export type ToolExtras = Partial<
  Pick<
    ToolDefinition,
    'inputExamples' | 'mcp' | 'providerOptions' | 'requireApproval' | 'strict' | 'toModelOutput'
  >
>;

/** Makes the tools of these names; without `execute` they are left to a client. */
export function recordedTools(
  names: Iterable<string>,
  execute: Execute | undefined,
  extras: ToolExtras = {},
): Record<string, AnyTool> {
  const tools = [...new Set(names)].map((toolName) => [
    toolName,
    createTool({
      id: toolName,
      description: `Does what ${toolName} says.`,
      inputSchema: jsonSchema({
        type: 'object',
        properties: Object.fromEntries(
          (PARAMETERS[toolName] ?? []).map((name) => [name, { type: 'string' }]),
        ),
        required: [...(PARAMETERS[toolName] ?? [])],
        additionalProperties: false,
      }),
      strict: true,
      ...(execute && {
        execute: (input: unknown, context: ToolContext) => execute({ toolName, input }, context),
      }),
      ...extras,
    }),
  ]);
  return Object.fromEntries(tools);
}
