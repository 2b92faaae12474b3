import { createTool, jsonSchema } from 'helve';
import type { Hits, Patch, Path } from './file-schemas.ts';
import * as schemas from './file-schemas.ts';

export const readFile = createTool({
  id: 'read-file',
  inputSchema: jsonSchema<Path>(schemas.pathDocument),
  outputSchema: schemas.text,
  mcp: { annotations: { readOnlyHint: true } },
  execute: async ({ path }) => ({ text: path, lines: 1, changedAt: new Date() }),
  toModelOutput: ({ text }) => text,
});

export const writeFile = createTool({
  id: 'write-file',
  inputSchema: schemas.write,
  outputSchema: schemas.written,
  requireApproval: ({ mode, path }) => mode === 'replace' || path.startsWith('/'),
  onInputDelta: ({ partialInput }) => partialInput,
  execute: async ({ text }) => ({ bytes: text.length, before: null }),
  transform: {
    display: { inputDelta: ({ inputTextDelta }) => inputTextDelta?.length },
    transcript: { input: ({ input }) => input?.path, output: ({ output }) => output?.bytes },
  },
});

export const patchFile = createTool({
  id: 'patch-file',
  inputSchema: jsonSchema<Patch>(schemas.patchDocument),
  requireApproval: ({ edits }) => edits.length > 10,
  execute: async ({ path, edits }) => ({ path, changed: edits.map(({ to }) => to.length) }),
});

export const searchFiles = createTool({
  id: 'search-files',
  inputSchema: schemas.search,
  outputSchema: jsonSchema<Hits>(schemas.hitsDocument),
  execute: async ({ pattern, under, flags }) => [
    { path: under, line: flags.ignoreCase ? 1 : 2, text: pattern },
  ],
  toModelOutput: (hits) => hits.map(({ path, line }) => `${path}:${line}`),
});

export const listFolder = createTool({
  id: 'list-folder',
  inputSchema: jsonSchema<Path>(schemas.pathDocument),
  outputSchema: schemas.listing,
  execute: async ({ path }) => ({
    entries: [
      { kind: 'file', name: path, bytes: 10 },
      { kind: 'link', name: 'self', to: '.' },
    ],
  }),
  toModelOutput: ({ entries }) =>
    entries.map((entry) => (entry.kind === 'link' ? entry.to : entry.name)),
});

export const moveFile = createTool({
  id: 'move-file',
  inputSchema: schemas.move,
  requireApproval: ({ overwrite = false }) => overwrite,
  execute: async ({ from, to }) => `${from} is ${to} now`,
});

export const seeImage = createTool({
  id: 'see-image',
  inputSchema: jsonSchema<Path>(schemas.pathDocument),
  outputSchema: schemas.image,
  execute: async () => ({ width: 1, height: 1, base64: '' }),
  toModelOutput: ({ base64: data, width }) => ({
    type: 'content',
    value: [
      { type: 'text', text: `${width} wide` },
      { type: 'image-data', data, mediaType: 'image/png' },
    ],
  }),
});

export const shareFile = createTool({
  id: 'share-file',
  inputSchema: schemas.share,
  outputSchema: schemas.shared,
  suspendSchema: schemas.shareQuestion,
  resumeSchema: schemas.shareAnswer,
  requestContextSchema: schemas.owner,
  requireApproval: ({ may }) => may === 'write',
  execute: async ({ path, with: people, until }, { suspend, resumeData, requestContext }) => {
    const domain = requestContext.get('domain');
    const outside = people.filter((person) => !person.endsWith(domain));
    if (outside.length > 0 && !resumeData) return suspend({ outside, path });
    return {
      link: `https://${domain}/${until?.getTime() ?? 0}`,
      with: resumeData?.allow ?? people,
    };
  },
  onOutput: ({ output }) => output.with.length,
});

export const deleteFiles = createTool({
  id: 'delete-files',
  inputSchema: schemas.target,
  requireApproval: true,
  mcp: { annotations: { destructiveHint: true } },
  execute: async (target) => ('glob' in target ? (target.except ?? []) : [target.path]),
  onOutput: ({ output }) => output.length,
});

export const emptyTrash = createTool({
  id: 'empty-trash',
  inputSchema: schemas.trash,
  suspendSchema: schemas.listing,
  execute: async ({ days }, { suspend, attempt }) =>
    attempt > 1 ? { emptied: true, days } : suspend({ entries: [] }),
});
