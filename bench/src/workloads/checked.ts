import type { Run, RunOutcome } from '../contender.ts';
import type { Prepared } from '../measure/workload.ts';
import type { Seen } from '../work/script.ts';
import type { Task } from '../work/task.ts';
import { resultMark } from '../work/task.ts';

/** Fails the benchmark: a contender that does less than the others is not faster than they are. */
export function demand(right: boolean, what: string): asserts right {
  if (!right) throw new Error(`The work was not done: ${what}.`);
}

/** A run that is timed, with its result checked each time and its last request once. */
export function timedRun<Outcome extends RunOutcome>(
  task: Task,
  run: Run<Outcome>,
  judge: (outcome: Outcome) => void = () => undefined,
): Prepared {
  const once = async () => {
    task.count.executed = 0;
    const outcome = await run();
    const { executed } = task.count;
    demand(outcome.text === task.script.shape.text, `the text was "${outcome.text}"`);
    demand(executed === task.script.callCount, `${executed} tools were executed`);
    judge(outcome);
  };
  return { kind: 'timed', once, check: () => inspected(task, once) };
}

/** Does something during which the model is asked for the last time, and looks at what with. */
export async function inspected(task: Task, work: () => Promise<void>): Promise<void> {
  let seen: { transcript: string; tools: string } | undefined;
  task.script.inspect((request: Seen) => {
    seen = { transcript: request.transcript(), tools: request.tools() };
  });
  await work();
  task.script.inspect(undefined);
  demand(seen !== undefined, 'the model was not asked for its text');
  for (let number = 0; number < task.script.callCount; number += 1) {
    const there = seen.transcript.includes(resultMark(number));
    demand(there, `the model was not given the result of call ${number}`);
  }
  for (const { name, input } of task.tools) {
    demand(seen.tools.includes(name), `the model was not told of ${name}`);
    for (const field of Object.keys(input.shape)) {
      demand(seen.tools.includes(field), `the model was not told of ${name}'s field ${field}`);
    }
  }
}
