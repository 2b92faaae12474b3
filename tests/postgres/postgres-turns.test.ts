import { PostgresStore } from '@helve/postgres';
import { expect, inject, test } from 'vitest';
import { talkAtOnce } from '../turns/talk-at-once.ts';

const connectionString = inject('postgresUrl');

test('two processes that talk on one thread at once make one conversation', async () => {
  const schema = `turns_${process.pid}`;
  const store = new PostgresStore({ connectionString, schema });
  await talkAtOnce(['postgres', connectionString, schema], store, 6);
  expect((await store.listRuns({ state: 'finished' })).items).toHaveLength(12);
  await store.close();
});
