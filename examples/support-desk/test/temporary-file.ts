import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder: string = mkdtempSync(join(tmpdir(), 'support-desk-test-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** The name of a file or folder that is not there yet, and will not be when the tests have ended. */
export const temporaryFile = (ending = 'sqlite'): string => join(folder, `${count++}.${ending}`);
