import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFloorTable } from './floor-table.ts';
import { judgeFloors } from './judge-floors.ts';
import { listImports } from './list-imports.ts';
import { projectFiles, root } from './project.ts';
import { report } from './report.ts';

// Fails when the library's imports and the floor table in docs/architecture.md disagree.

const table = 'docs/architecture.md';
const src = 'packages/helve/src/';

function problems(): readonly string[] {
  if (!existsSync(join(root, table))) return [`${table} is missing: it holds the floor table`];
  const { rooms, problems } = readFloorTable(readFileSync(join(root, table), 'utf8'));
  if (problems.length > 0) return problems.map((problem) => `${table}: ${problem}`);
  const files = projectFiles()
    .filter((file) => file.startsWith(src) && /\.tsx?$/.test(file))
    // tests, type tests, and what several tests share
    .filter((file) => !/(\.test(-d)?|-kit)\.tsx?$/.test(file));
  return judgeFloors(
    rooms,
    files.map((file) => ({
      path: file.slice(src.length),
      imports: listImports(file, readFileSync(join(root, file), 'utf8')),
    })),
  );
}

report('floors', problems());
