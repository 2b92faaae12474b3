import { expect, test } from 'vitest';
import { bytesToBase64, textToBase64 } from './base64.ts';

test('bytes become the base64 that Node makes of them, also beyond one chunk', () => {
  for (const length of [0, 1, 2, 3, 0x8000, 0x8001, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31) % 256);
    expect(bytesToBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  }
});

test('text becomes the base64 of its UTF-8 bytes', () => {
  expect(textToBase64('añ😀')).toBe(Buffer.from('añ😀', 'utf8').toString('base64'));
});
