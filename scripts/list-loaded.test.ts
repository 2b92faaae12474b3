import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listLoaded } from './list-loaded.ts';

test('a file counts once, and only where it is loaded at once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'helve-count-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    'index.js',
    `import './a.js';\nimport { b } from './b.js';\nimport 'zod';\nb(await import('ai'));`,
  );
  write('a.js', `export { b } from './b.js';`);
  write('b.js', `export const b = () => import('./later.js');`);
  const { files, bytes, packages } = listLoaded(join(folder, 'index.js'));
  expect(files).toBe(3);
  expect(bytes).toBeGreaterThan(100);
  expect(packages).toEqual(['zod']);
});
