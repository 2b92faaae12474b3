import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { fixtureServer } from './fixture-tools-kit.ts';

// The fixture as a program.
serveStdio(() => fixtureServer());
