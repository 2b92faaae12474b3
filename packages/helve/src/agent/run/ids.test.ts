import { expect, test } from 'vitest';
import { freshId } from './ids.ts';

test('ids are 96 bits in hexadecimal, and none comes twice', () => {
  const ids = Array.from({ length: 1_000 }, () => freshId('run'));
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) expect(id).toMatch(/^run_[0-9a-f]{24}$/);
});

test('ids do not resemble each other at the seams of what was drawn at once', () => {
  const ids = Array.from({ length: 400 }, () => freshId('x').slice(2, 10));
  expect(new Set(ids).size).toBe(400);
});
