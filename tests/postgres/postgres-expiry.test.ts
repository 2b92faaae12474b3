import { PostgresStore } from '@helve/postgres';
import { inject, test } from 'vitest';
import { expireInMany } from '../waits/expire-in-many.ts';

const connectionString = inject('postgresUrl');
const schema = `waits_${process.pid}`;

test('of many that look for expired waits at once, one carries each of them out', async () => {
  await expireInMany(() => new PostgresStore({ connectionString, schema, maxConnections: 4 }));
});
