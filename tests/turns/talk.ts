import { createInterface } from 'node:readline';
import { PostgresStore } from '@helve/postgres';
import { SqliteStore } from '@helve/sqlite';
import { Agent } from 'helve/agent';
import { scriptedModel } from 'helve/testing';

// One of several processes that all talk on the same thread: says so many things, all at once, as
// soon as it is told to, and reports what the model was given for each.

const [name = '', kind = '', place = '', schema = '', count = '0'] = process.argv.slice(2);
const store =
  kind === 'sqlite'
    ? new SqliteStore({ path: place })
    : new PostgresStore({ connectionString: place, schema });

const model = scriptedModel(({ prompt }) => {
  const texts = prompt.map(({ content }) => (Array.isArray(content) ? content[0]?.text : content));
  process.stdout.write(`${JSON.stringify(texts)}\n`);
  return `answer to ${texts.at(-1)}`;
});
const agent = new Agent({ id: 'desk', model, store });
// Whoever comes first makes the tables.
await agent.listSuspendedRuns();
process.stdout.write('ready\n');
for await (const _ of createInterface({ input: process.stdin })) break;

await Promise.all(
  Array.from({ length: Number(count) }, (_, index) =>
    agent.generate(`${name}${index}`, { memory: { thread: 't' } }),
  ),
);
await store.close();
