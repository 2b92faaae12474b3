import { describe, expect, test } from 'vitest';
import { jsonSchema } from '../../schema/json-schema.ts';
import { ownSchema } from './own-schema.ts';

const schema = ownSchema({
  prompt: { type: 'string', minLength: 1, description: 'The task.' },
  data: { description: 'Anything.' },
});
const document = schema['~standard'].jsonSchema.input({ target: 'draft-07' });

const isAccepted = async (by: typeof schema, value: unknown) =>
  (await by['~standard'].validate(value)).issues === undefined;

describe("the schema of a runtime's own tool", () => {
  test('is described with every property required and no other allowed', () => {
    expect(document).toEqual({
      type: 'object',
      properties: {
        prompt: { type: 'string', minLength: 1, description: 'The task.' },
        data: { description: 'Anything.' },
      },
      required: ['prompt', 'data'],
      additionalProperties: false,
    });
  });

  test.each([
    { prompt: 'Go.', data: null },
    { prompt: 'Go.', data: { any: ['thing'] } },
    { prompt: '', data: 1 },
    { prompt: 1, data: 1 },
    { prompt: 'Go.' },
    { data: 1 },
    { prompt: 'Go.', data: 1, more: 1 },
    JSON.parse('{ "prompt": "Go.", "data": 1, "__proto__": 1 }'),
    {},
    [],
    null,
    'Go.',
    1,
    undefined,
  ])('accepts just what its description does: %j', async (value) => {
    const described = jsonSchema(document);
    expect(await isAccepted(schema, value)).toBe(await isAccepted(described, value));
  });

  test('says of each property what is wrong', async () => {
    const { issues } = await schema['~standard'].validate({ prompt: '', more: 1 });
    expect(issues).toEqual([
      { message: 'expected a text that is not empty', path: ['prompt'] },
      { message: 'expected a value', path: ['data'] },
      { message: 'expected no such property', path: ['more'] },
    ]);
  });
});
