import type { ToolRecord } from '../agent/agent-options.ts';
import { createToolset } from '../agent/tools/toolset.ts';
import { messageOf } from '../call/call-failure.ts';
import { HelveError } from '../schema/helve-error.ts';
import { isTool } from '../tool/is-tool.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { DescriptionProblem, ToolProblems } from './describe-problems.ts';
import { describeProblems } from './describe-problems.ts';
import { recordingLogger } from './recording-logger.ts';

export type { DescriptionProblem } from './describe-problems.ts';

/** What is not as good as it could be, and keeps nothing from working. */
export interface DescribableReport {
  readonly warnings: readonly DescriptionProblem[];
}

/**
 * What models or MCP clients cannot be told of some tools. `code` is `NOT_DESCRIBABLE`.
 *
 * @example
 * const error = await assertDescribable(tools).catch((error: unknown) => error);
 * if (NotDescribableError.isInstance(error)) console.table(error.problems);
 */
export class NotDescribableError extends HelveError {
  readonly problems: readonly DescriptionProblem[];

  constructor(problems: readonly DescriptionProblem[]) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    const lines = problems.map((problem) => `- ${lineOf(problem)}`);
    super({
      name: 'NotDescribableError',
      code: 'NOT_DESCRIBABLE',
      message: `Models cannot be told of these tools as they are (${count}):\n${lines.join('\n')}`,
    });
    this.problems = problems;
  }

  /** Whether `value` is a `NotDescribableError`, from this or another copy of the library. */
  static override isInstance(value: unknown): value is NotDescribableError {
    return HelveError.hasCode(value, 'NOT_DESCRIBABLE');
  }
}

/**
 * Checks what an agent or an MCP server would find out only when it is first used: that every input
 * and resume schema can be written as JSON Schema for models (draft-07) and for MCP (2020-12), that
 * every input example fits its schema as it stands, and that every provider takes the names. Give it
 * the very record that the agent has; the names of a single tool cannot be checked.
 *
 * What works, though not everywhere, is a warning: an output schema that nobody can be told of, a
 * resume schema that an MCP client cannot be asked with (it takes flat objects of texts, numbers,
 * booleans and choices), `strict` where the input is a union, a missing description. A suspend schema
 * is never published, so nothing is asked of it.
 *
 * @throws NotDescribableError (`NOT_DESCRIBABLE`) with all `problems`: tool, schema, path and fix.
 *
 * @example
 * test('models can be told of all tools', async () => {
 *   const { warnings } = await assertDescribable(tools);
 *   expect(warnings).toEqual([]);
 * });
 */
export async function assertDescribable(tools: AnyTool | ToolRecord): Promise<DescribableReport> {
  const record: ToolRecord = isTool(tools) ? { [tools.id]: tools } : tools;
  const found = await Promise.all(
    Object.entries(record).map(async ([name, tool]): Promise<ToolProblems> => {
      const nameProblems = isTool(tools) ? [] : checkEntry(name, tool);
      if (!isTool(tool)) return { problems: nameProblems, warnings: [] };
      const { problems, warnings } = await describeProblems(name, tool.source);
      return { problems: [...nameProblems, ...problems], warnings };
    }),
  );
  const problems = found.flatMap((each) => each.problems);
  if (problems.length > 0) throw new NotDescribableError(problems);
  return { warnings: found.flatMap(({ warnings }) => warnings) };
}

/** What an agent would say of one entry of its `tools`. */
function checkEntry(tool: string, value: ToolRecord[string]): readonly DescriptionProblem[] {
  try {
    createToolset({ [tool]: value }, recordingLogger());
    return [];
  } catch (error) {
    const fix = isTool(value) ? 'Register it under another key.' : 'Make it with createTool().';
    return [{ tool, schema: undefined, path: undefined, problem: messageOf(error), fix }];
  }
}

function lineOf({ tool, schema, path, problem, fix }: DescriptionProblem): string {
  const place =
    schema === undefined ? '' : ` ${schema}${path === undefined ? '' : ` at "${path}"`}`;
  return `${tool}${place}: ${problem.replace(/\.$/, '')}. ${fix}`;
}
