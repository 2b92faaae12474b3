import { describe, expect, test } from 'vitest';
import { copyToolSource } from './copy-tool-source.ts';

describe('what a tool is declared with', () => {
  test('is copied and frozen all through, so that nothing changes it later', () => {
    const annotations = { readOnlyHint: false };
    const display = { output: () => 'hidden' };
    const declaration = {
      id: 'a',
      mcp: { annotations, _meta: { tags: ['x'] } },
      transform: { display },
      inputExamples: [{ input: { city: 'Oslo' } }],
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    };
    const source = copyToolSource(declaration);
    annotations.readOnlyHint = true;
    Object.assign(display, { output: undefined });
    declaration.mcp._meta.tags.push('y');
    expect(source.mcp).toEqual({ annotations: { readOnlyHint: false }, _meta: { tags: ['x'] } });
    expect(source.transform?.display?.output).toBeTypeOf('function');
    for (const part of [source, source.mcp, source.mcp?.annotations, source.transform]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
    expect(Object.isFrozen(annotations)).toBe(false);
  });

  test('keeps functions, schemas and objects of classes as they are', () => {
    class Handle {
      readonly open = true;
    }
    const handle = new Handle();
    const execute = () => 'done';
    const source = copyToolSource({ id: 'a', execute, mcp: { _meta: { handle } } });
    expect(source.execute).toBe(execute);
    expect(source.mcp?._meta?.['handle']).toBe(handle);
    expect(Object.isFrozen(handle)).toBe(false);
  });

  test('may refer to itself', () => {
    const meta: Record<string, unknown> = { name: 'loop' };
    meta['self'] = meta;
    const copied = copyToolSource({ id: 'a', mcp: { _meta: meta } }).mcp?._meta;
    expect(copied?.['self']).toBe(copied);
  });

  test('keeps an own field named __proto__ an ordinary one', () => {
    const meta = JSON.parse('{"__proto__": {"polluted": true}}');
    const copied = copyToolSource({ id: 'a', mcp: { _meta: meta } }).mcp?._meta;
    expect(Object.keys(copied ?? {})).toEqual(['__proto__']);
    expect(Reflect.get(copied ?? {}, 'polluted')).toBeUndefined();
  });

  test('may be an instance of a class', () => {
    class Greeter {
      readonly id = 'greet';
      execute() {
        return 'hello';
      }
    }
    expect(copyToolSource(new Greeter()).execute?.({}, {} as never)).toBe('hello');
  });

  test('has no fields but those of a tool', () => {
    const source = copyToolSource({ id: 'a', ...{ run: () => 'mine', extra: 1 } });
    expect(Object.keys(source)).toEqual(['id']);
  });

  test('is overridden field by field, and not by a field that is undefined', () => {
    const first = { id: 'a', title: 'A', requireApproval: true };
    const second = { title: 'B', requireApproval: undefined };
    // from callers without types, or without exactOptionalPropertyTypes
    const source = copyToolSource(first, second as object);
    expect(source).toEqual({ id: 'a', title: 'B', requireApproval: true });
  });
});
