import { expect, test } from 'vitest';
import { StoreError } from './store-error.ts';

test('a store error is known by its code and says which kind of failure it is', () => {
  const cause = new Error('disk');
  const error = new StoreError('full', 'There is no room left.', { cause });
  expect(StoreError.isInstance(error)).toBe(true);
  expect(StoreError.isInstance(new Error('full'))).toBe(false);
  expect(error).toMatchObject({ code: 'STORE_FAILED', reason: 'full', name: 'StoreError', cause });
});
