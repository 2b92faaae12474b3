import { createTool, jsonSchema } from 'helve';
import { expect, test } from 'vitest';
import { varyingForm } from './answer-form.ts';

const ask = (document: object) =>
  createTool({
    id: 'ask',
    resumeSchemaFor: () => jsonSchema(document as Readonly<Record<string, unknown>>),
    execute: () => 'done',
  });
const fields = { properties: { name: { type: 'string' } }, required: ['name'] };

test.each([[{ type: 'object', ...fields }], [{ type: ['object', 'null'], ...fields }]])(
  'a form is made of what the tool asks now: %j',
  (document) => {
    expect(varyingForm('ask', ask(document).source, { any: 'payload' })?.schema).toEqual({
      type: 'object',
      ...fields,
    });
  },
);

test('what no client could fill in is refused', () => {
  const nested = { type: 'object', properties: { a: { type: 'object' } } };
  expect(() => varyingForm('ask', ask(nested).source, {})).toThrow('cannot be asked over MCP');
});
