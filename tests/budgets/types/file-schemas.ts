import { z } from 'zod';

// Plain JSON Schema, its type written beside it; Zod: files, dates and a union at the root.

export const pathDocument = {
  type: 'object',
  properties: { path: { type: 'string', minLength: 1 } },
  required: ['path'],
  additionalProperties: false,
} as const;
export interface Path {
  readonly path: string;
}
export const patchDocument = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    edits: {
      type: 'array',
      items: {
        type: 'object',
        properties: { from: { type: 'string' }, to: { type: 'string' } },
        required: ['from', 'to'],
      },
    },
  },
  required: ['path', 'edits'],
} as const;
export interface Patch {
  readonly path: string;
  readonly edits: readonly { readonly from: string; readonly to: string }[];
}
export const hitsDocument = {
  type: 'array',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, line: { type: 'integer' }, text: { type: 'string' } },
  },
} as const;
export type Hits = readonly {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}[];

export const search = z.object({
  pattern: z.string(),
  under: z.string().default('.'),
  flags: z.object({ ignoreCase: z.boolean(), wholeWord: z.boolean() }).partial().default({}),
});
export const text = z.object({ text: z.string(), lines: z.number(), changedAt: z.date() });
export const write = z.object({
  path: z.string(),
  text: z.string(),
  mode: z.enum(['create', 'replace', 'append']).default('create'),
});
export const written = z.object({ bytes: z.number(), before: z.string().nullable() });
export const listing = z.object({
  entries: z.array(
    z.union([
      z.object({ kind: z.literal('file'), name: z.string(), bytes: z.number() }),
      z.object({ kind: z.literal('folder'), name: z.string(), entries: z.number() }),
      z.object({ kind: z.literal('link'), name: z.string(), to: z.string() }),
    ]),
  ),
});
export const move = z.object({
  from: z.string(),
  to: z.string(),
  overwrite: z.boolean().optional(),
});
export const image = z.object({ width: z.number(), height: z.number(), base64: z.string() });
export const share = z.object({
  path: z.string(),
  with: z.array(z.email()).min(1),
  until: z.iso
    .date()
    .transform((day) => new Date(day))
    .optional(),
  may: z.enum(['read', 'comment', 'write']).default('read'),
});
export const shared = z.object({ link: z.url(), with: z.array(z.string()) });
export const shareQuestion = z.object({ outside: z.array(z.string()), path: z.string() });
export const shareAnswer = z.object({
  allow: z.array(z.string()),
  remember: z.boolean().default(false),
});
export const owner = z.object({ owner: z.string(), domain: z.string() });
export const target = z.union([
  z.object({ path: z.string() }),
  z.object({ glob: z.string(), except: z.array(z.string()).optional() }),
]);
export const trash = z.object({ days: z.number().min(0).max(365).catch(30) });
