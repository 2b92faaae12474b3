import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { expectJoinedStreams } from './expect-joined-streams.ts';

const folder = mkdtempSync(join(tmpdir(), 'helve-streams-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;

describe('on one SQLite file', () => {
  expectJoinedStreams(() => ({ sqlite: join(folder, `${count++}.db`) }));
});
