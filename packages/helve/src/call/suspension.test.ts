import { describe, expect, test, vi } from 'vitest';
import { SuspendUnavailableError } from '../tool/tool-errors.ts';
import { isSuspendSignal, SuspendRequest, suspendUnavailable } from './suspension.ts';

describe('suspend()', () => {
  test('records the first payload, whatever follows', () => {
    const request = new SuspendRequest();
    expect(request.requested).toBe(false);
    void request.suspend({ question: 'which?' });
    void request.suspend('again');
    expect(request.requested).toBe(true);
    expect(request.payload).toEqual({ question: 'which?' });
  });

  test.each([[undefined], [null], [false], [0], ['']])('takes %j for a payload', (payload) => {
    const request = new SuspendRequest();
    void request.suspend(payload);
    expect(request.requested).toBe(true);
    expect(request.payload).toBe(payload);
  });

  test('leaves execute where it is awaited, with a signal that can be told from errors', async () => {
    const { suspend } = new SuspendRequest();
    const thrown = await suspend().catch((error: unknown) => error);
    expect(isSuspendSignal(thrown)).toBe(true);
    expect(thrown).toMatchObject({ name: 'SuspendSignal' });
  });

  test('tells whoever waits for it, also when it was called before', () => {
    const request = new SuspendRequest();
    const early = vi.fn();
    request.onRequested(early);
    expect(early).not.toHaveBeenCalled();
    void request.suspend();
    void request.suspend();
    expect(early).toHaveBeenCalledOnce();
    const late = vi.fn();
    request.onRequested(late);
    expect(late).toHaveBeenCalledOnce();
  });

  test('throws where no runtime can wait', () => {
    expect(suspendUnavailable).toThrow(SuspendUnavailableError);
  });
});

test.each([
  [new Error('The call is suspended.'), false],
  [null, false],
  [undefined, false],
  ['SuspendSignal', false],
  [{ [Symbol.for('helve.suspend-signal')]: true }, true],
])('a signal is known by its mark, across copies of the library: %o', (value, isSignal) => {
  expect(isSuspendSignal(value)).toBe(isSignal);
});
