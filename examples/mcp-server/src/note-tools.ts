import type { AnyTool } from 'helve';
import { createTool } from 'helve';
import { z } from 'zod';
import type { Notebook } from './notebook.ts';

/** A name is a file's, so it is no path. */
const name = z
  .string()
  .regex(/^[a-z0-9-]{1,60}$/, 'lower-case letters, digits and "-"')
  .describe('What the note is called: lower-case letters, digits and "-".');

/** What a client can do with a notebook. */
export function noteTools(notebook: Notebook): Readonly<Record<string, AnyTool>> {
  return {
    search_notes: createTool({
      id: 'search-notes',
      title: 'Search notes',
      description: 'Finds notes that contain a text; without one, all of them.',
      inputSchema: z.object({ text: z.string().default('') }),
      outputSchema: z.object({
        notes: z.array(z.object({ name: z.string(), text: z.string() })),
      }),
      mcp: { annotations: { readOnlyHint: true, openWorldHint: false } },
      execute: async ({ text }) => {
        const notes = await notebook.list();
        const wanted = text.toLowerCase();
        return {
          notes: notes.filter((note) => `${note.name} ${note.text}`.toLowerCase().includes(wanted)),
        };
      },
    }),

    write_note: createTool({
      id: 'write-note',
      title: 'Write a note',
      description: 'Writes a note down.',
      inputSchema: z.object({ name, text: z.string().max(10_000) }),
      // asked of the user, where a note is there already
      resumeSchema: z.object({
        choice: z.enum(['replace it', 'keep both']).describe('What should become of the old note?'),
      }),
      mcp: { annotations: { destructiveHint: false, openWorldHint: false } },
      execute: async (note, { resumeData, suspend }) => {
        const isTaken = await notebook.has(note.name);
        if (isTaken && !resumeData) return suspend(`There is a note "${note.name}" already.`);
        const kept = isTaken && resumeData?.choice === 'keep both';
        const written = kept ? { ...note, name: `${note.name}-${Date.now()}` } : note;
        await notebook.write(written);
        return `Written as "${written.name}".`;
      },
    }),

    throw_away_note: createTool({
      id: 'throw-away-note',
      title: 'Throw a note away',
      description: 'Deletes a note for good.',
      inputSchema: z.object({ name }),
      requireApproval: true,
      mcp: { annotations: { destructiveHint: true, openWorldHint: false } },
      execute: async (input) => {
        if (!(await notebook.has(input.name))) throw new Error(`There is no note "${input.name}".`);
        await notebook.remove(input.name);
        return `"${input.name}" is gone.`;
      },
    }),
  };
}
