import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalize } from './normalize.ts';

/** Anything a tool may return: every type of the language, objects of classes, hostile ones. */
const anyValue = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
});

/** Makers of values that nobody can read, not even who makes them up. */
const hostile = fc.constantFrom<() => unknown>(
  () => () => 1,
  () => Symbol('s'),
  () => Promise.resolve(),
  () => new Error('no', { cause: new Map([[1, Symbol('cause')]]) }),
  () => new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail }),
  () => ({ toJSON: fail }),
  () => Object.defineProperty({}, 'x', { get: fail, enumerable: true }),
);

const part = fc.oneof(
  anyValue.map((value) => () => value),
  hostile,
);

/** Values with hostile ones in them, and with references back to their parents. */
const value = fc.array(fc.tuple(part, fc.string(), fc.nat()), { maxLength: 8 }).map((parts) => {
  const nodes: Record<string, unknown>[] = [{}];
  for (const [make, key, place] of parts) {
    const parent = nodes[place % nodes.length] ?? {};
    const node = { part: make(), back: nodes[(place * 7) % nodes.length], beside: parent };
    const enumerable = { value: node, enumerable: true, configurable: true };
    Object.defineProperty(parent, key, enumerable);
    nodes.push(node);
  }
  return nodes[0];
});

function fail(): never {
  throw new Error('not to be read');
}

test('what comes out is JSON: it survives being written and read', () => {
  fc.assert(
    fc.property(fc.oneof(anyValue, value), (given) => {
      const json = normalize(given);
      expect(JSON.parse(JSON.stringify(json))).toStrictEqual(json);
    }),
  );
});

test('JSON comes out as it went in', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      expect(JSON.stringify(normalize(given))).toBe(JSON.stringify(given));
    }),
  );
});

test('what was normalised stays as it is', () => {
  fc.assert(
    fc.property(fc.oneof(anyValue, value), (given) => {
      const json = normalize(given);
      expect(normalize(json)).toStrictEqual(json);
    }),
  );
});

test('no field and no item vanishes, but fields that are undefined', () => {
  fc.assert(
    fc.property(fc.oneof(anyValue, value), (given) => {
      expectComplete(given, normalize(given));
    }),
  );
});

test('the value that went in is not changed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      const before = JSON.stringify(given);
      normalize(given);
      expect(JSON.stringify(given)).toBe(before);
    }),
  );
});

/** That plain objects and arrays have kept everything; marks stand for what was not followed. */
function expectComplete(given: unknown, json: unknown): void {
  if (typeof json === 'string' && json.startsWith('[')) return;
  if (Array.isArray(given)) {
    expect(json).toHaveLength(given.length);
    given.forEach((item, index) => {
      expectComplete(item, Object(json)[index]);
    });
  } else if (isPlain(given) && !('toJSON' in given)) {
    const present = Object.keys(given).filter((key) => read(given, key) !== undefined);
    expect(Object.keys(Object(json)).toSorted()).toEqual(present.toSorted());
    for (const key of present) expectComplete(read(given, key), Object(json)[key]);
  }
}

function isPlain(given: unknown): given is object {
  try {
    const prototype: unknown = Object.getPrototypeOf(given);
    return typeof given === 'object' && (prototype === null || prototype === Object.prototype);
  } catch {
    return false;
  }
}

function read(owner: object, key: string): unknown {
  try {
    return Reflect.get(owner, key);
  } catch {
    return 'unreadable';
  }
}
