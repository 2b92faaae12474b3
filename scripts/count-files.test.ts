import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countFiles } from './count-files.ts';

test('counts a file once, and only what is loaded at once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'helve-count-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('index.js', `import './a.js';\nimport { b } from './b.js';\nimport 'zod';\nb();`);
  write('a.js', `export { b } from './b.js';`);
  write('b.js', `export const b = () => import('./later.js');`);
  expect(countFiles(join(folder, 'index.js'))).toBe(3);
});
