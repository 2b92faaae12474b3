import { join } from 'node:path';
import { budgets } from '../tests/budgets/budgets.ts';
import { judgeBudget } from '../tests/budgets/judge-budget.ts';
import { bundleSize } from './bundle-size.ts';
import { root } from './project.ts';
import { report } from './report.ts';

// Fails when the library as built adds more to an application's bundle than it may.

const dist = join(root, 'packages/helve/dist');
const src = join(root, 'packages/helve/src');

const programs = [
  {
    subject: 'A bundle of one tool',
    budget: budgets.bundleOfTool,
    write: (index: string) =>
      `import { createTool } from '${index}';
       export const tool = createTool({ id: 'a', execute: async () => 1 });`,
    entry: 'index',
  },
  {
    subject: 'A bundle of one agent',
    budget: budgets.bundleOfAgent,
    write: (index: string) =>
      `import { Agent } from '${index}';
       export const agent = new Agent({ id: 'a', model: 'some/model' });`,
    entry: 'agent/index',
  },
] as const;

const problems: string[] = [];
for (const { subject, budget, write, entry } of programs) {
  const { bytes, later } = await bundleSize(write(join(dist, `${entry}.js`)), () => '');
  console.log(`${subject}: ${bytes} ${budget.unit}; ${later} more are loaded where needed`);
  const problem = judgeBudget(subject, bytes, budget);
  if (problem === undefined) continue;
  // what is built has no rooms any more; its sources come to about the same
  const { largest } = await bundleSize(write(join(src, `${entry}.ts`)), roomOf);
  const rooms = largest.slice(0, 20).map(([room, characters]) => `  ${characters}  ${room}`);
  problems.push(`${problem}\nCharacters before minification:\n${rooms.join('\n')}`);
}
report('bundle budget', problems);

/** A room of the library, or a folder of the agent's; else the package. */
function roomOf(module: string): string {
  if (module.startsWith(src)) {
    return module
      .slice(src.length + 1)
      .split('/')
      .slice(0, -1)
      .join('/');
  }
  return module.split('node_modules/').at(-1) ?? module;
}
