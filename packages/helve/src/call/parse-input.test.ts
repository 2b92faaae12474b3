import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from './create-tool.ts';
import { parseInput } from './parse-input.ts';
import { readJson } from './read-json.ts';

const NO_SCHEMA = createTool({ id: 't' });
const OBJECT = createTool({ id: 't', inputSchema: z.object({ city: z.string() }) });
const LIST = createTool({ id: 't', inputSchema: z.array(z.string()) });

function parse(text: string, tool: Pick<typeof NO_SCHEMA, 'source'>) {
  const request = { runId: 'r', toolCallId: 'c', toolName: 'tool', input: readJson(text) };
  return parseInput(request, tool.source);
}

describe('arguments', () => {
  test.each([
    ['an object', '{"city":1}', OBJECT, { city: 1 }],
    ['no text', '', OBJECT, undefined],
    ['a list in the wrapping that models are told of', '{"value":["a"]}', LIST, ['a']],
    ['a list without it', '["a"]', LIST, ['a']],
    ['an empty wrapping', '{}', LIST, undefined],
    ['no text for a list', '', LIST, undefined],
    ['anything that is JSON, for the schema to judge', 'null', OBJECT, null],
    ['an object for a tool without a schema', '{"a":1}', NO_SCHEMA, { a: 1 }],
    ['no text for a tool without a schema', ' ', NO_SCHEMA, undefined],
  ])('may be %s', (_, text, tool, value) => {
    expect(parse(text, tool)).toEqual({ ok: true, value });
  });

  test.each(['["a"]', '"a"', '5', 'null'])(
    'of a tool without a schema are an object, not %s',
    (text) => {
      expect(parse(text, NO_SCHEMA)).toMatchObject({
        ok: false,
        failure: {
          code: 'MALFORMED_INPUT',
          modelText: expect.stringContaining('must be a JSON object. The tool did not run.'),
        },
      });
    },
  );

  test('that are broken are told the model with the reason, and people without', () => {
    const result = parse('{"city": "secret-value', OBJECT);
    expect(result).toMatchObject({ ok: false, failure: { code: 'MALFORMED_INPUT' } });
    if (result.ok) return;
    const { modelText, displayText, error } = result.failure;
    expect(modelText).toMatch(/are not valid JSON \(.+\)\. The tool did not run\. Send/);
    expect(displayText).not.toContain('secret-value');
    expect(error).toBeInstanceOf(SyntaxError);
  });

  test('that nest too deep are refused like broken ones', () => {
    const result = parse(`{"city":${'['.repeat(300)}${']'.repeat(300)}}`, OBJECT);
    expect(result).toMatchObject({
      ok: false,
      failure: { modelText: expect.stringContaining('200 levels') },
    });
  });
});
