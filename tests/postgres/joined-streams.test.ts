import { describe, inject } from 'vitest';
import { expectJoinedStreams } from '../streams/expect-joined-streams.ts';

let count = 0;

describe('on one PostgreSQL', () => {
  expectJoinedStreams(() => ({
    postgres: inject('postgresUrl'),
    schema: `streams_${process.pid}_${count++}`,
  }));
});
