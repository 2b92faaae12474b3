import { expect, test } from 'vitest';
import { sampleRun } from './conformance/sample-records.ts';
import { emptyFile } from './run-file.ts';
import { RunsByThread } from './runs-by-thread.ts';

test('finds the runs on a thread in order of creation, until they are removed', () => {
  const runs = new RunsByThread();
  const file = (runId: string, threadId: string, sequence: number) =>
    emptyFile(sampleRun({ runId, threadId }), sequence);
  const [first, other, second] = [file('a', 't', 0), file('b', 'u', 1), file('c', 't', 2)];
  for (const each of [first, other, second]) runs.add(each);
  expect([...(runs.of('t') ?? [])]).toEqual([first, second]);
  runs.remove(first);
  runs.remove(first);
  expect([...(runs.of('t') ?? [])]).toEqual([second]);
  runs.remove(second);
  expect([...(runs.of('t') ?? [])]).toEqual([]);
  expect([...(runs.of('u') ?? [])]).toEqual([other]);
});

test('says nothing of runs that are on no thread', () => {
  const runs = new RunsByThread();
  const { threadId: _, ...alone } = sampleRun();
  runs.add(emptyFile(alone, 0));
  runs.remove(emptyFile(alone, 0));
  expect(runs.of(undefined)).toBeUndefined();
});
