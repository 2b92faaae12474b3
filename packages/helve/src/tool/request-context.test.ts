import { describe, expect, test } from 'vitest';
import { RequestContext } from './request-context.ts';

describe('a request context', () => {
  test.each([
    ['an object', { userId: 'u-1', roles: ['clerk'] }],
    ['a map', new Map<string, unknown>(Object.entries({ userId: 'u-1', roles: ['clerk'] }))],
    ['pairs', Object.entries({ userId: 'u-1', roles: ['clerk'] })],
    ['another context', new RequestContext({ userId: 'u-1', roles: ['clerk'] })],
  ])('is made of %s', (_, values) => {
    const context = new RequestContext<Record<string, unknown>>(values);
    expect(context.all).toEqual({ userId: 'u-1', roles: ['clerk'] });
  });

  test('may begin without values', () => {
    expect(new RequestContext().all).toEqual({});
    expect(new RequestContext().size).toBe(0);
    // from callers without types
    expect(new RequestContext(JSON.parse('null')).all).toEqual({});
  });

  test('is read and written by key', () => {
    const context = new RequestContext<{ a?: number; b?: string }>({ a: 1 });
    expect(context.get('a')).toBe(1);
    expect(context.has('b')).toBe(false);
    expect(context.set('b', 'x')).toBe(context);
    expect(context.get('b')).toBe('x');
    expect(context.delete('a')).toBe(true);
    expect(context.delete('a')).toBe(false);
    expect(context.has('a')).toBe(false);
    context.clear();
    expect(context.size).toBe(0);
  });

  test('has a value that is undefined', () => {
    const context = new RequestContext({ a: undefined });
    expect(context.has('a')).toBe(true);
    expect(context.size).toBe(1);
  });

  test('lists its values', () => {
    const context = new RequestContext({ a: 1, b: 2 });
    expect([...context.keys()]).toEqual(['a', 'b']);
    expect([...context.values()]).toEqual([1, 2]);
    expect([...context.entries()]).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect([...context]).toEqual([...context.entries()]);
  });

  test('takes names of inherited properties for ordinary keys', () => {
    const context = new RequestContext(JSON.parse('{"__proto__": 1, "constructor": 2}'));
    expect(new RequestContext().get('constructor')).toBeUndefined();
    expect(context.get('__proto__')).toBe(1);
    expect(Object.entries(context.all)).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
    expect(Object.entries(context.allRaw)).toHaveLength(2);
  });

  test('gives its values to nobody who prints or serialises it', () => {
    const context = new RequestContext({ token: 'secret-value' });
    expect(JSON.stringify({ context })).not.toContain('secret-value');
    expect(String(context)).not.toContain('secret-value');
  });

  test('is recognised, also if another copy of the library made it', () => {
    const foreign = { [Symbol.for('helve.request-context')]: true };
    expect(RequestContext.isInstance(new RequestContext())).toBe(true);
    expect(RequestContext.isInstance(foreign)).toBe(true);
    for (const other of [{}, new Map(), null, undefined, 'x']) {
      expect(RequestContext.isInstance(other)).toBe(false);
    }
  });
});

describe('a view on a request context', () => {
  const host = () => new RequestContext<Record<string, unknown>>({ id: '7', extra: true });

  test('shows what a schema made of the values, and beside it all others', () => {
    const view = host().viewAs({ id: 7, added: 'default' });
    expect(view.get('id')).toBe(7);
    expect(view.has('added')).toBe(true);
    expect(view.all).toEqual({ id: 7, added: 'default', extra: true });
    expect([...view.keys()].toSorted()).toEqual(['added', 'extra', 'id']);
    expect(view.size).toBe(3);
  });

  test('gives the values as the host set them by their raw names', () => {
    const view = host().viewAs({ id: 7, added: 'default' });
    expect(view.getRaw('id')).toBe('7');
    expect(view.hasRaw('extra')).toBe(true);
    expect(view.hasRaw('added')).toBe(false);
    expect([...view.keysRaw()]).toEqual(['id', 'extra']);
    expect([...view.entriesRaw()]).toEqual([
      ['id', '7'],
      ['extra', true],
    ]);
    expect(view.allRaw).toEqual({ id: '7', extra: true });
  });

  test('shares what is set, deleted and cleared with the context it is a view on', () => {
    const context = host();
    const view = context.viewAs<{ id: number }>({ id: 7 });
    view.set('id', 8);
    expect([view.get('id'), context.get('id')]).toEqual([8, 8]);
    context.set('later', 1);
    expect(view.getRaw('later')).toBe(1);
    expect(view.delete('id')).toBe(true);
    expect(context.has('id')).toBe(false);
    expect(view.has('id')).toBe(false);
    view.clear();
    expect(context.size).toBe(0);
  });

  test('shares raw values in both directions, and leaves parsed ones alone', () => {
    const context = host();
    const view = context.viewAs<{ id: number }>({ id: 7 });
    view.setRaw('id', '9').setRaw('more', 1);
    expect(context.get('id')).toBe('9');
    expect(view.get('id')).toBe(7);
    expect(view.deleteRaw('more')).toBe(true);
    expect(context.has('more')).toBe(false);
  });

  test('is a view on the host of the view it is made from', () => {
    const context = host();
    const second = context.viewAs({ id: 7 }).viewAs<{ id: boolean }>({ id: true });
    expect(second.get('id')).toBe(true);
    expect(second.getRaw('id')).toBe('7');
    second.set('id', false);
    expect(context.get('id')).toBe(false);
  });
});
