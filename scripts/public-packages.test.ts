import { expect, test } from 'vitest';
import { publicPackages, runsOn } from './public-packages.ts';

test.each([
  ['v22.13.0', true],
  ['v22.13.1', true],
  ['v22.14.0', true],
  ['v24.0.0', true],
  ['v22.12.9', false],
  ['v20.99.99', false],
])('a package from Node 22.13 on, on %s: %s', (version, runs) => {
  expect(runsOn({ oldestNode: '22.13.0' }, version)).toBe(runs);
});

test('packages that are not published are left out', () => {
  const names = publicPackages().map(({ name }) => name);
  expect(names).toContain('helve');
  expect(names).toContain('@helve/sqlite');
  expect(names).not.toContain('@helve/sql');
});
