import { describe, expect, test } from 'vitest';
import { normalize } from './normalize.ts';

class Order {
  readonly id = 7;
  readonly #secret = 'hidden';
  get total(): number {
    return this.#secret.length;
  }
}

class Empty {}

const bytes = new Uint8Array([104, 105]);

test.each<[string, unknown, unknown]>([
  ['text', 'hi', 'hi'],
  ['a number', 1.5, 1.5],
  ['true', true, true],
  ['null', null, null],
  ['undefined', undefined, null],
  ['not a number', Number.NaN, 'NaN'],
  ['infinity', Number.POSITIVE_INFINITY, 'Infinity'],
  ['minus infinity', Number.NEGATIVE_INFINITY, '-Infinity'],
  ['minus zero', -0, 0],
  ['a big integer', 2n ** 70n, '1180591620717411303424'],
  ['a symbol', Symbol('s'), '[symbol s]'],
  ['a symbol without description', Symbol(), '[symbol ]'],
  ['a function', function add() {}, '[function add]'],
  ['a function without name', () => 1, '[function anonymous]'],
  ['a class', Order, '[function Order]'],
  ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['no date', new Date(Number.NaN), 'Invalid Date'],
  [
    'a map',
    new Map<unknown, unknown>([[{ k: 1 }, new Date(0)]]),
    [[{ k: 1 }, '1970-01-01T00:00:00.000Z']],
  ],
  ['a set', new Set([1n, 'a']), ['1', 'a']],
  ['an error', new RangeError('too far'), { name: 'RangeError', message: 'too far' }],
  [
    'an error with a cause',
    new Error('a', { cause: 1n }),
    { name: 'Error', message: 'a', cause: '1' },
  ],
  ['a DOM error', new DOMException('stop', 'AbortError'), { name: 'AbortError', message: 'stop' }],
  ['an address', new URL('https://example.com/a?b'), 'https://example.com/a?b'],
  ['search parameters', new URLSearchParams({ a: '1 2' }), 'a=1+2'],
  ['a pattern', /a+/gi, '/a+/gi'],
  ['bytes', bytes, { type: 'bytes', base64: 'aGk=' }],
  ['a part of bytes', bytes.subarray(1), { type: 'bytes', base64: 'aQ==' }],
  ['a buffer', bytes.buffer, { type: 'bytes', base64: 'aGk=' }],
  ['a buffer of Node', Buffer.from('hi'), { type: 'bytes', base64: 'aGk=' }],
  ['a view', new DataView(bytes.buffer, 0, 1), { type: 'bytes', base64: 'aA==' }],
  ['a boxed number', Object(5), 5],
  ['a boxed NaN', Object(Number.NaN), 'NaN'],
  ['a boxed text', Object('hi'), 'hi'],
  ['a boxed boolean', Object(false), false],
  ['a boxed big integer', Object(5n), '5'],
  ['an object of a class', new Order(), { id: 7 }],
  ['an empty object of a class', new Empty(), {}],
  ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ['a promise', Promise.resolve(1), '[Promise]'],
  ['a weak map', new WeakMap(), '[WeakMap]'],
  ['headers', new Headers({ a: 'b' }), '[Headers]'],
  ['a response', new Response('x'), '[Response]'],
  [
    'a generator',
    (function* numbers() {
      yield 1;
    })(),
    '[Generator]',
  ],
  ['what gives its own form', { toJSON: () => ({ shown: 1n }) }, { shown: '1' }],
  ['what gives no form of its own', { toJSON: () => undefined }, null],
  [
    'what gives itself as its form',
    {
      toJSON() {
        return this;
      },
    },
    '[circular]',
  ],
  ['undefined in an object', { a: undefined, b: 1 }, { b: 1 }],
  ['undefined in an array', [undefined, 1], [null, 1]],
  // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
  ['a hole in an array', [1, , 2], [1, null, 2]],
  ['a symbol for a key', { [Symbol('k')]: 1, a: 2 }, { a: 2 }],
])('%s', (_, value, json) => {
  expect(normalize(value)).toStrictEqual(json);
});

describe('a value inside itself', () => {
  test('is marked', () => {
    const node: Record<string, unknown> = { name: 'a' };
    node['self'] = node;
    node['list'] = [node];
    expect(normalize(node)).toEqual({ name: 'a', self: '[circular]', list: ['[circular]'] });
  });

  test('is written again where it stands beside itself', () => {
    const shared = { x: 1 };
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    expect(normalize([shared, shared, loop, loop])).toEqual([
      { x: 1 },
      { x: 1 },
      { self: '[circular]' },
      { self: '[circular]' },
    ]);
  });

  test('has parts that are written once', () => {
    const user: Record<string, unknown> = { name: 'ada' };
    const post = { title: 'notes', author: user };
    user['posts'] = [post];
    expect(normalize({ user, post })).toEqual({
      user: { name: 'ada', posts: [{ title: 'notes', author: '[circular]' }] },
      post: '[circular]',
    });
  });

  test('takes no longer for a graph in which everything refers to everything', () => {
    const nodes = Array.from({ length: 200 }, (_, id) => ({ id, links: [] as unknown[] }));
    for (const node of nodes) node.links = nodes;
    expect(JSON.stringify(normalize(nodes[0]))).toContain('[circular]');
  });

  test('takes no longer where the same objects are shared level by level', () => {
    let level: unknown = { end: true };
    for (let height = 0; height < 150; height += 1) level = [level, level];
    let json: unknown = normalize(level);
    for (let height = 0; height < 150; height += 1)
      json = Array.isArray(json) ? json[1] : undefined;
    expect(json).toEqual({ end: true });
  });
});

describe('depth', () => {
  function nested(levels: number): unknown {
    let value: unknown = 'end';
    for (let level = 0; level < levels; level += 1) value = [value];
    return value;
  }

  test('of 200 levels is kept, and what lies below is cut with a mark', () => {
    expect(JSON.stringify(normalize(nested(200)))).toContain('end');
    const cut = JSON.stringify(normalize(nested(201)));
    expect(cut).toContain('[too deep]');
    expect(cut).not.toContain('end');
  });

  test('of a hundred thousand levels harms nobody', () => {
    expect(JSON.stringify(normalize(nested(100_000)))).toContain('[too deep]');
  });

  test('counts for a shared value where it stands', () => {
    const shared = nested(150);
    let deep: unknown = shared;
    for (let level = 0; level < 100; level += 1) deep = [deep];
    const [first, second] = normalize([shared, deep]) as [unknown, unknown];
    expect(JSON.stringify(first)).toContain('end');
    expect(JSON.stringify(second)).toContain('[too deep]');
  });
});

describe('what cannot be read', () => {
  const no = () => {
    throw new Error('no');
  };

  test('is marked, and hides none of its siblings', () => {
    const value = Object.defineProperty({ a: 1 }, 'b', { get: no, enumerable: true });
    const list = Object.defineProperty([1, 2], 0, { get: no });
    expect(normalize({ value, list, json: { toJSON: no } })).toEqual({
      value: { a: 1, b: '[unreadable: no]' },
      list: ['[unreadable: no]', 2],
      json: '[unreadable: no]',
    });
  });

  test('is marked, whatever is thrown', () => {
    const silent = Object.defineProperty(new Error('x'), 'message', { get: no });
    for (const thrown of [null, undefined, Symbol('s'), silent, Object.freeze({}), 'text']) {
      const throws = () => {
        throw thrown;
      };
      expect(normalize({ toJSON: throws })).toMatch(/^\[unreadable: .+\]$/);
    }
  });

  test.each([
    ['a revoked proxy', revoked({})],
    ['a revoked function', revoked(() => 1)],
    ['a proxy that throws', new Proxy({}, { ownKeys: no, getPrototypeOf: no, has: no, get: no })],
    ['a date that is none', Object.create(Date.prototype)],
    ['a map that is none', Object.create(Map.prototype)],
    ['bytes that were given away', detached()],
    ['a class whose name throws', Object.defineProperty(class {}, 'name', { get: no })],
    [
      'an error whose fields throw',
      Object.defineProperties(new Error('x'), { name: { get: no }, message: { get: no } }),
    ],
  ])('harms nobody: %s', (_, value) => {
    expect(JSON.stringify(normalize({ value, beside: 1 }))).toContain('"beside":1');
  });
});

test('names of inherited properties are ordinary keys', () => {
  const json = normalize(JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'));
  expect(JSON.stringify(json)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
  expect(Reflect.get(Object(json), 'polluted')).toBeUndefined();
});

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function detached(): ArrayBuffer {
  const buffer = new ArrayBuffer(4);
  structuredClone(buffer, { transfer: [buffer] });
  return buffer;
}
