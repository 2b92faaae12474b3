import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleSize } from './bundle-size.ts';

test('what is loaded later, or not used, or a peer, is not what a bundle loads at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'helve-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // text that does not compress: a thousand bytes stay some seven hundred
  const write = (name: string) => {
    const text = randomBytes(500).toString('hex');
    writeFileSync(join(folder, name), `export const text = ${JSON.stringify(text)};`);
    return JSON.stringify(join(folder, name));
  };
  const program = `
    import { text } from ${write('used.js')};
    import { text as unused } from ${write('unused.js')};
    import { trace } from '@opentelemetry/api';
    console.log(text, trace, await import(${write('later.js')}));
  `;
  const { bytes, later, largest } = await bundleSize(program, (module) => module.slice(-8));
  expect(bytes).toBeGreaterThan(400);
  expect(bytes).toBeLessThan(1_000);
  expect(later).toBeGreaterThan(400);
  expect(later).toBeLessThan(1_000);
  expect(largest[0]).toEqual(['/used.js'.slice(-8), expect.any(Number)]);
});
