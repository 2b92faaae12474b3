import { homedir } from 'node:os';
import { join } from 'node:path';
import { createMcpServer } from '@helve/mcp/server';
import { noteTools } from './note-tools.ts';
import { Notebook } from './notebook.ts';

// A desktop client starts this process and talks to it over standard input and output.

const folder = process.argv[2] ?? join(homedir(), 'helve-notes');

const server = createMcpServer({
  name: 'notebook',
  title: 'Notebook',
  version: '1.0.0',
  instructions: 'A notebook of short texts. Search before you write a note that may be there.',
  tools: noteTools(new Notebook(folder)),
});

await server.stdio();
