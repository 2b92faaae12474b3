import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

test('is the SHA-256 of the text in UTF-8', async () => {
  // FIPS 180-2, appendix B.1
  const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(await sha256('abc')).toBe(expected);
});

test('is the same by Web Crypto, where the runtime has nothing of its own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const expected = createHash('sha256').update(text).digest('hex');
      expect(await sha256(text)).toBe(expected);
      expect(await sha256(text, null)).toBe(expected);
    }),
  );
});
