import { createMcpClient } from '@helve/mcp/client';
import type { Tool } from 'helve';
import { assertDescribable } from 'helve/testing';
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../sample-of.ts';
import type { Corpus } from './corpora.ts';
import { missingCorpora, readCorpora } from './corpora.ts';
import { expectSurvived } from './expect-survived.ts';

const corpora = readCorpora();

/** The tools of a list as a client makes them, in its order; nothing is started. */
async function toolsOf({ server, tools }: Corpus): Promise<readonly Tool[]> {
  const client = createMcpClient({
    servers: { [server]: { command: 'never-started', trusted: true } },
    // The lists are what servers said, and so what `definitions()` has of them.
    definitions: { version: 1, servers: { [server]: { tools } } } as never,
  });
  return Object.values(await client.tools());
}

const described = (schema: unknown): Record<string, unknown> | undefined =>
  (schema as Tool['inputSchema'])?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' });

describe.skipIf(missingCorpora !== undefined)(
  `tool lists of public servers ${missingCorpora ?? ''}`,
  () => {
    test('are all there', () => {
      expect(corpora.map(({ tools }) => tools.length).reduce((sum, count) => sum + count, 0)).toBe(
        93,
      );
    });

    test.each(corpora)('of $server come through as they are', async (corpus) => {
      const tools = await toolsOf(corpus);
      expect(tools).toHaveLength(corpus.tools.length);
      for (const [at, before] of corpus.tools.entries()) {
        const tool = tools[at];
        if (!tool) throw new Error(`no ${before.name}`);
        expect(tool.id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(tool.id).toBe(`${corpus.server}_${before.name}`);
        const { title, description, mcp } = tool;
        expectSurvived(before, {
          inputSchema: described(tool.inputSchema) ?? {},
          ...(tool.outputSchema ? { outputSchema: described(tool.outputSchema) ?? {} } : {}),
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description }),
          ...(mcp?.annotations ? { annotations: { ...mcp.annotations } } : {}),
          ...(mcp?._meta ? { _meta: mcp._meta } : {}),
        });
      }
    });

    test.each(corpora)('of $server can be told to models of every version', async (corpus) => {
      const tools = await toolsOf(corpus);
      await assertDescribable(Object.fromEntries(tools.map((tool) => [tool.id, tool])));
    });

    test.each(corpora)(
      'of $server validate: what fits passes, and what does not is refused',
      async (corpus) => {
        for (const tool of await toolsOf(corpus)) {
          const schema = described(tool.inputSchema) ?? {};
          const validate = tool.inputSchema?.['~standard'].validate;
          const fits = await validate?.(sampleOf(schema));
          expect({ tool: tool.id, issues: fits?.issues }).toEqual({
            tool: tool.id,
            issues: undefined,
          });
          for (const wrong of [7, null, []]) {
            expect((await validate?.(wrong))?.issues).not.toBeUndefined();
          }
          const [first] = (schema['required'] as readonly string[] | undefined) ?? [];
          if (first === undefined) continue;
          const lacking = { ...(sampleOf(schema) as object), [first]: undefined };
          expect((await validate?.(lacking))?.issues).not.toBeUndefined();
        }
      },
    );
  },
);
