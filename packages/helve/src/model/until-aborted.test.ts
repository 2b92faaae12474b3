import { expect, test } from 'vitest';
import { untilAborted } from './until-aborted.ts';

const never = new Promise<never>(() => {});

test('gives what the promise gives', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(1), signal, () => {})).toBe(1);
  expect(await untilAborted(Promise.resolve(1), undefined, () => {})).toBe(1);
  const error = new Error('no');
  await expect(untilAborted(Promise.reject(error), signal, () => {})).rejects.toBe(error);
});

test('stops waiting for a promise that never settles when the signal aborts', async () => {
  const controller = new AbortController();
  const waiting = untilAborted(never, controller.signal, () => {});
  controller.abort('enough');
  await expect(waiting).rejects.toBe('enough');
});

test('does not wait at all under a signal that has aborted', async () => {
  await expect(untilAborted(never, AbortSignal.abort('gone'), () => {})).rejects.toBe('gone');
});

test('gives a result that comes too late away to be discarded', async () => {
  const controller = new AbortController();
  let answer: (value: string) => void = () => {};
  const late = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const discarded: string[] = [];
  const waiting = untilAborted(late, controller.signal, (value) => discarded.push(value));
  controller.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  answer('too late');
  await late;
  expect(discarded).toEqual(['too late']);
});

test('takes a plain value for a promise of it, as models may give one', async () => {
  const { signal } = new AbortController();
  // what JavaScript can pass
  const plain = 1 as never;
  expect(await untilAborted(plain, signal, () => {})).toBe(1);
  expect(await untilAborted(plain, undefined, () => {})).toBe(1);
});
