import type { z } from 'zod';
import { fileInput, fourInput, output, twoInput } from './schemas.ts';
import { Script } from './script.ts';

/** A tool, as every contender is to declare it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Whether each call waits until somebody approves it. */
  readonly needsApproval?: boolean;
  readonly execute: (input: Readonly<Record<string, unknown>>) => unknown;
}

/** A job for an agent: what the model says, and the tools it has. */
export interface Task {
  readonly script: Script;
  readonly tools: readonly ToolSpec[];
  /** How often tools were executed; reset by whoever counts. */
  readonly count: { executed: number };
}

/** What is wanted of a task. */
export interface TaskShape {
  readonly steps?: number;
  readonly parallel?: number;
  readonly resultLength?: number;
  readonly textLength?: number;
  /** What execution waits for. */
  readonly hold?: () => Promise<unknown>;
}

const pieceLength = 20;

/** What the result of a call is known by in a transcript. */
export const resultMark = (number: unknown): string => `item-${number}.`;

/** A loop over one tool with two fields, which ends with a text. */
export function loopTask(shape: TaskShape): Task {
  const { steps = 1, parallel = 1, resultLength = 0, textLength = 4, hold } = shape;
  const count = { executed: 0 };
  const padding = 'x'.repeat(resultLength);
  const result = ({ a, b }: Readonly<Record<string, unknown>>) => {
    count.executed += 1;
    return { r: `${a}-${b}.${padding}` };
  };
  const tool: ToolSpec = {
    name: 'work',
    description: 'Does one piece of work.',
    input: twoInput,
    output,
    execute: hold
      ? async (input) => {
          await hold();
          return result(input);
        }
      : async (input) => result(input),
  };
  const script = new Script({
    steps,
    parallel,
    toolName: 'work',
    input: (number) => ({ a: 'item', b: number }),
    text: 'done'.padEnd(textLength, '.'),
    pieceLength,
  });
  return { script, tools: [tool], count };
}

/** Steps of plain work, and then a call of a tool that has to be approved. */
export function waitingTask(stepsBefore: number): Task {
  const { tools, count } = loopTask({});
  const script = new Script({
    steps: stepsBefore + 1,
    parallel: 1,
    toolName: 'work',
    lastToolName: 'pay',
    input: (number) => ({ a: 'item', b: number }),
    text: 'done',
    pieceLength,
  });
  const pay = tools.map((tool) => ({ ...tool, name: 'pay', needsApproval: true }));
  return { script, tools: [...tools, ...pay], count };
}

/** A call that has to be approved of one of several tools. */
export function listTask(toolName: 'pay' | 'refund'): Task {
  const { tools, count } = loopTask({});
  const script = new Script({
    steps: 1,
    parallel: 1,
    toolName,
    input: (number) => ({ a: 'item', b: number }),
    text: 'done',
    pieceLength,
  });
  const asking = ['pay', 'refund'].flatMap((name) =>
    tools.map((tool) => ({ ...tool, name, needsApproval: true })),
  );
  return { script, tools: asking, count };
}

/** One call whose input is a text of so many characters, streamed in pieces. */
export function inputTask(contentLength: number): Task {
  const count = { executed: 0 };
  const content = sampleText(contentLength);
  const tool: ToolSpec = {
    name: 'write',
    description: 'Writes a file.',
    input: fileInput,
    output,
    execute: async (input) => {
      if (input['content'] !== content) throw new Error('The tool got another text than was sent.');
      count.executed += 1;
      return { r: resultMark(0) };
    },
  };
  const script = new Script({
    steps: 1,
    parallel: 1,
    toolName: 'write',
    input: () => ({ path: '/report.txt', content }),
    text: 'done',
    pieceLength,
  });
  return { script, tools: [tool], count };
}

/** Many tools, the last of which is used in every step. */
export function manyToolsTask(tools: readonly ToolSpec[], steps: number): Task {
  const count = { executed: 0 };
  const last = tools.at(-1);
  if (last === undefined) throw new Error('There are no tools.');
  const counted: ToolSpec = {
    ...last,
    execute: async () => ({ r: resultMark(count.executed++) }),
  };
  const script = new Script({
    steps,
    parallel: 1,
    toolName: last.name,
    input: () => ({
      [`query${tools.length - 1}`]: 'x',
      limit: 3,
      sort: 'up',
      filters: [{ field: 'f', value: 1 }],
    }),
    text: 'done',
    pieceLength,
  });
  return { script, tools: [...tools.slice(0, -1), counted], count };
}

/** Tools with schemas of their own, made anew each time: nothing converted before is found again. */
export function makeTools(count: number): readonly ToolSpec[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `find_${index}`,
    description: `Finds things of kind ${index}.`,
    input: fourInput(index),
    output,
    execute: async () => ({ r: resultMark(index) }),
  }));
}

/** Text like code: lines, quotes, tabs and backslashes, so that JSON has something to escape. */
function sampleText(length: number): string {
  const line = 'const total = items.reduce((sum, { price }) => sum + price, 0); // "all"\n\t';
  return line.repeat(Math.ceil(length / line.length)).slice(0, length);
}
