import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { loadRepairs } from '../schema/coerce.ts';
import { jsonSchema } from '../schema/json-schema.ts';
import { createTool } from './create-tool.ts';
import { validateInput } from './validate-input.ts';

function validate(tool: Pick<ReturnType<typeof createTool>, 'source'>, value: unknown) {
  return validateInput(tool.source, 'tool', value);
}

beforeAll(loadRepairs);

describe('an input', () => {
  const schema = z.object({ n: z.number().default(7), at: z.string().transform((s) => s.length) });
  const tool = createTool({ id: 't', inputSchema: schema });

  test('is accepted as it came, and parsed as the schema says', () => {
    expect(validate(tool, { at: 'noon', extra: 1 })).toMatchObject({
      ok: true,
      accepted: { at: 'noon', extra: 1 },
      parsed: { n: 7, at: 4 },
    });
  });

  test('is repaired where it does not fit, and accepted as repaired', () => {
    expect(validate(tool, { at: 'noon', n: null })).toMatchObject({
      ok: true,
      accepted: { at: 'noon' },
      parsed: { n: 7, at: 4 },
    });
  });

  test('that does not fit is refused with what is wrong', () => {
    expect(validate(tool, { n: 'x' })).toMatchObject({
      ok: false,
      issues: expect.arrayContaining([expect.objectContaining({ path: ['n'] })]),
    });
  });

  test('is checked at once, or through a promise where the schema needs one', async () => {
    expect(validate(tool, {})).not.toBeInstanceOf(Promise);
    const slow = createTool({ id: 't', inputSchema: jsonSchema({ type: 'object' }) });
    expect(await validate(slow, {})).toMatchObject({ ok: true });
  });
});

describe('without a schema, an input', () => {
  const tool = createTool({ id: 't' });

  test.each([[{ a: 1 }], [null], [0], ['']])('of any kind is taken as it is: %j', (value) => {
    expect(validate(tool, value)).toEqual({ ok: true, accepted: value, parsed: value });
  });

  test('that is missing is an empty object, for each call its own', async () => {
    const first = await validate(tool, undefined);
    const second = await validate(tool, undefined);
    expect(first).toEqual({ ok: true, accepted: {}, parsed: {} });
    if (first.ok && second.ok) expect(first.parsed).not.toBe(second.parsed);
  });
});
