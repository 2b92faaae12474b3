import { isObject } from './json.ts';

/** A task that a server has begun in the place of answering a call. */
export interface TaskHandle {
  readonly taskId: string;
  /** How long the server wants between two looks at it, in milliseconds. */
  readonly pollIntervalMs: number | undefined;
}

/** Where an answer that is a task stands once `screenMessages` has made it one that the SDK takes. */
const TASK_META = 'helve/task';

/** Puts a task into the place of an answer; `undefined` where the answer is no task. */
export function taskAsResult(
  result: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  // The 2025 revisions put it into a field, the extension of 2026 beside the type of the answer.
  const isTask = result['resultType'] === 'task';
  const task = isTask ? result : result['task'];
  if (!isObject(task) || typeof task['taskId'] !== 'string') return undefined;
  // The SDK's server puts an empty content beside a task.
  const isAnswered = !isTask && Array.isArray(result['content']) && result['content'].length > 0;
  if (isAnswered) return undefined;
  const { resultType, task: _, taskId: __, ...rest } = result;
  const kind = resultType === undefined ? {} : { resultType: 'complete' };
  const poll = task['pollIntervalMs'] ?? task['pollInterval'];
  const handle = { taskId: task['taskId'], ...(typeof poll === 'number' ? { poll } : {}) };
  return { ...rest, ...kind, content: [], _meta: { [TASK_META]: handle } };
}

/** The task that an answer stands for. */
export function taskOf(result: { readonly _meta?: unknown }): TaskHandle | undefined {
  const handle = isObject(result._meta) ? result._meta[TASK_META] : undefined;
  if (!isObject(handle) || typeof handle['taskId'] !== 'string') return undefined;
  const { taskId, poll } = handle;
  return { taskId, pollIntervalMs: typeof poll === 'number' ? poll : undefined };
}
