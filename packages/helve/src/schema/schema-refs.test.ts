import { describe, expect, test } from 'vitest';
import { referencesOf, resolveReference } from './schema-refs.ts';

const user = { type: 'object' };
const item = { $id: 'item', $defs: { user: { type: 'number' } }, $anchor: 'item' };
const document = {
  $id: 'https://example.com/root',
  $defs: { user, 'a/b': { const: 1 }, 'a~b': { const: 2 }, '50%': { const: 3 } },
  definitions: { named: { $anchor: 'here' }, old: { $id: '#legacy' } },
  properties: { item, list: { items: [{ const: 4 }, true] } },
  default: { schema: 'text' },
};

describe('resolveReference', () => {
  test.each<[string, unknown]>([
    ['#', document],
    ['', document],
    ['https://example.com/root', document],
    ['root#/$defs/user', user],
    ['#/$defs/user', user],
    ['#/%24defs/user', user],
    ['#/$defs/a~1b', { const: 1 }],
    ['#/$defs/a~0b', { const: 2 }],
    ['#/$defs/50%25', { const: 3 }],
    ['#/$defs/50%', { const: 3 }],
    ['#/properties/list/items/0', { const: 4 }],
    ['#/properties/list/items/1', true],
    ['#here', document.definitions.named],
    ['#legacy', document.definitions.old],
    ['item', item],
    ['item#/$defs/user', { type: 'number' }],
    ['https://example.com/item#item', item],
  ])('finds %s', (text, target) => {
    expect(resolveReference(document, document, text)).toEqual(target);
  });

  test('reads a reference from the embedded document it stands in', () => {
    expect(resolveReference(document, item, '#/$defs/user')).toEqual({ type: 'number' });
    expect(resolveReference(document, item, 'root#/$defs/user')).toBe(user);
  });

  test.each([
    '#/nowhere',
    '#/default/schema',
    '#nobody',
    'other',
    'https://example.com/x',
    'http://[',
  ])('finds nothing at %s', (text) => {
    expect(resolveReference(document, document, text)).toBeUndefined();
  });

  test.each(['#/__proto__', '#/constructor', '#/$defs/toString', '#/properties/list/items/length'])(
    'takes nothing from prototypes at %s',
    (text) => {
      expect(resolveReference(document, document, text)).toBeUndefined();
    },
  );
});

describe('referencesOf', () => {
  test('lists all references of a schema and none that are no text', () => {
    expect(referencesOf({ $ref: '#a', $dynamicRef: '#b', $recursiveRef: 5 })).toEqual([
      { keyword: '$ref', text: '#a' },
      { keyword: '$dynamicRef', text: '#b' },
    ]);
  });
});
