import { expect, test } from 'vitest';
import { z } from 'zod';
import { SchemaConversionError } from '../schema/describe.ts';
import { createTool } from './create-tool.ts';
import { describeInput } from './describe-tool.ts';

test('an input schema is described once, as it is', () => {
  const tool = createTool({ id: 't', inputSchema: z.array(z.string()) }).source;
  const described = describeInput(tool, 'tags');
  expect(described).toMatchObject({ type: 'array' });
  expect(describeInput(tool, 'tags')).toBe(described);
});

test('a tool without a schema takes any object', () => {
  expect(describeInput(createTool({ id: 't' }).source, 't')).toMatchObject({ type: 'object' });
});

test('a schema that cannot be described is an error that names tool and place', () => {
  const tool = createTool({ id: 't', inputSchema: z.object({ at: z.date() }) }).source;
  expect(() => describeInput(tool, 'book')).toThrow(SchemaConversionError);
  expect(() => describeInput(tool, 'book')).toThrow(/inputSchema of tool "book".* at "at"/);
});
