import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeLines } from './judge-lines.ts';
import { projectFiles, root } from './project.ts';
import { report } from './report.ts';

// Fails on a TypeScript file, test or not, that has grown past the limit without saying why.

const problems = projectFiles()
  .filter((file) => /\.[cm]?tsx?$/.test(file))
  .flatMap((file) => judgeLines(file, readFileSync(join(root, file), 'utf8')) ?? []);

report('lines', problems);
