import { expect, test } from 'vitest';
import { z } from 'zod';
import { adaptInput } from './adapt-input.ts';
import { createTool } from './create-tool.ts';

test('an input schema is given an object at its root once', () => {
  const tool = createTool({ id: 't', inputSchema: z.array(z.string()) }).source;
  const adapted = adaptInput(tool, 'tags');
  expect(adapted).toMatchObject({ kind: 'value', document: { type: 'object' } });
  expect(adaptInput(tool, 'tags')).toBe(adapted);
});

test('a tool without a schema takes an object', () => {
  const adapted = adaptInput(createTool({ id: 't' }).source, 't');
  expect(adapted).toMatchObject({ kind: 'object', document: { type: 'object' } });
});
