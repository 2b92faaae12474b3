import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { listSnippets } from './list-snippets.ts';
import { projectFiles, root } from './project.ts';
import { report } from './report.ts';

// Type-checks every TypeScript snippet of the README files and the guides, each as a module of its
// own, against the packages as built: what a reader copies compiles.

const folder = join(root, 'node_modules/.cache/docs-snippets');
const pages = projectFiles().filter(
  (file) => file === 'README.md' || /^(?:docs\/.*|packages\/[^/]+\/README)\.md$/.test(file),
);

const problems: string[] = [];
const places = new Map<string, { page: string; line: number }>();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

for (const page of pages) {
  const found = listSnippets(page, readFileSync(join(root, page), 'utf8'));
  problems.push(...found.problems);
  for (const { code, line, language } of found.snippets) {
    const name = `${page.replaceAll(/[^\w]+/g, '-')}-${line}.${language}`;
    places.set(name, { page, line });
    writeFileSync(join(folder, name), `${code}\n`);
  }
}

if (places.size > 0) {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: relative(folder, join(root, 'tsconfig.docs.json')),
      files: [...places.keys()],
    }),
  );
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { stdout, status } = spawnSync(tsc, ['-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  problems.push(...lines.map(inPage));
  if (status !== 0 && lines.length === 0)
    problems.push(`tsc ended with ${status} and said nothing`);
}

report(`${places.size} snippets on ${pages.length} pages`, problems);

/** Rewrites the place in a line of the compiler's from the written file to the page it came from. */
function inPage(line: string): string {
  const {
    name = '',
    row = '',
    rest = '',
  } = /^(?<name>[^(]+)\((?<row>\d+),\d+\): (?<rest>.*)$/.exec(line)?.groups ?? {};
  const place = places.get(basename(name));
  return place === undefined ? line : `${place.page}:${place.line + Number(row) - 1} ${rest}`;
}
