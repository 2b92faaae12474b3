import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeWords } from './judge-words.ts';
import { projectFiles, root } from './project.ts';
import { report } from './report.ts';

// Fails when a file ties the project to one machine or one package registry.

const problems = projectFiles().flatMap((file) => {
  const bytes = readFileSync(join(root, file));
  // a zero byte marks what is not text
  return bytes.includes(0) ? [] : judgeWords(file, bytes.toString('utf8'));
});

report('words', problems);
