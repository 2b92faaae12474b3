import { expect, test, vi } from 'vitest';
import { ask } from './ask.ts';

const never = () => new Promise<never>(() => undefined);

test('an answer is given back, at once or later', async () => {
  expect(await ask(() => false, 1_000)).toEqual({ ok: true, value: false });
  expect(await ask(async () => undefined, 1_000)).toEqual({ ok: true, value: undefined });
});

test('a function that throws or rejects has not answered', async () => {
  const error = new Error('no idea');
  const failed = { ok: false, error, aborted: false };
  const throws = () => {
    throw error;
  };
  expect(await ask(throws, 1_000)).toEqual(failed);
  expect(await ask(() => Promise.reject(error), 1_000)).toEqual(failed);
});

test('a function that hangs has not answered', async () => {
  const answer = await ask(never, 1);
  expect(answer).toMatchObject({ ok: false, aborted: false });
  expect(answer).toHaveProperty('error.message', 'no answer within 1 ms');
});

test('an abort ends the wait, and is not the fault of the function', async () => {
  const controller = new AbortController();
  const asking = ask(never, 60_000, controller.signal);
  controller.abort('stop');
  expect(await asking).toEqual({ ok: false, error: 'stop', aborted: true });
});

test('nothing is asked after an abort, so that nothing is left to reject unheard', async () => {
  const question = vi.fn(() => Promise.reject(new Error('unheard')));
  expect(await ask(question, 1_000, AbortSignal.abort('stop'))).toMatchObject({ aborted: true });
  expect(question).not.toHaveBeenCalled();
});
