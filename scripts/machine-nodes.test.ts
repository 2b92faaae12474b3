import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { userEnv } from './machine-nodes.ts';

test("leaves out the workspace's programs and what npm set", () => {
  const env = userEnv({
    PATH: ['/a/node_modules/.bin', '/usr/bin', '/a/node_modules/npm/bin', '/bin'].join(delimiter),
    HOME: '/home/a',
    npm_config_workspace: 'helve',
    npm_lifecycle_event: 'ci',
    INIT_CWD: '/a',
    NODE: '/a/node_modules/node/bin/node',
    NODE_OPTIONS: '--trace-warnings',
  });
  expect(env).toEqual({
    PATH: ['/usr/bin', '/bin'].join(delimiter),
    HOME: '/home/a',
    NODE_OPTIONS: '--trace-warnings',
  });
});
