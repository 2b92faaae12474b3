import { setOwnValue } from './json-type.ts';
import type { Issue } from './standard-schema.ts';

/** Limits on values that are validated against a plain JSON Schema. */
const MAX_INSTANCE_DEPTH = 256;
/** Values in a value: everything an object or array holds, at any depth. */
const MAX_INSTANCE_NODES = 1_000_000;

/** A value as JSON, or what keeps it from being that. */
export type InstanceReading =
  | {
      readonly ok: true;
      /** The value itself, or a copy without its `undefined` properties if it had any. */
      readonly instance: unknown;
      readonly nodes: number;
      readonly longestArray: number;
    }
  | { readonly ok: false; readonly issue: Issue };

/**
 * Reads a value as the JSON it stands for, for a validator that knows JSON only. Dates, functions,
 * cycles and the like are issues, not surprises; so is depth that would exhaust the stack.
 */
export function readInstance(value: unknown): InstanceReading {
  const reader = new InstanceReader();
  const instance = reader.read(value, 0);
  const { problem } = reader;
  if (problem !== undefined) {
    return { ok: false, issue: { message: problem, path: reader.path } };
  }
  return { ok: true, instance, nodes: reader.nodes, longestArray: reader.longestArray };
}

/** Lives for one value. Stops at the first problem, at `path`. */
class InstanceReader {
  problem: string | undefined;
  readonly path: PropertyKey[] = [];
  nodes = 0;
  longestArray = 0;

  read(value: unknown, depth: number): unknown {
    this.nodes += 1;
    if (this.nodes > MAX_INSTANCE_NODES) return this.#stop('the value is too large to validate');
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        return Number.isFinite(value) ? value : this.#stop('expected a JSON value');
      case 'object':
        break;
      default:
        return this.#stop('expected a JSON value');
    }
    if (value === null) return value;
    if (depth > MAX_INSTANCE_DEPTH) {
      // the whole path would say nothing but how deep it is
      this.path.length = Math.min(this.path.length, 16);
      return this.#stop('the value is nested too deeply, or contains itself');
    }
    if (Array.isArray(value)) return this.#readArray(value, depth);
    const isObject = Object.prototype.toString.call(value) === '[object Object]';
    return isObject ? this.#readObject(value, depth) : this.#stop('expected a JSON value');
  }

  #readArray(array: readonly unknown[], depth: number): unknown {
    this.longestArray = Math.max(this.longestArray, array.length);
    let copy: unknown[] | undefined;
    for (let index = 0; index < array.length; index += 1) {
      this.path.push(index);
      const item = this.read(array[index], depth + 1);
      if (this.problem !== undefined) return undefined;
      if (item !== array[index]) copy ??= [...array];
      if (copy !== undefined) copy[index] = item;
      this.path.pop();
    }
    return copy ?? array;
  }

  #readObject(object: object, depth: number): unknown {
    let copy: object | undefined;
    for (const key of Object.keys(object)) {
      const given: unknown = Reflect.get(object, key);
      if (given === undefined) {
        copy ??= { ...object };
        Reflect.deleteProperty(copy, key);
        continue;
      }
      this.path.push(key);
      const member = this.read(given, depth + 1);
      if (this.problem !== undefined) return undefined;
      if (member !== given) {
        copy ??= { ...object };
        setOwnValue(copy, key, member);
      }
      this.path.pop();
    }
    return copy ?? object;
  }

  #stop(problem: string): undefined {
    this.problem ??= problem;
    return undefined;
  }
}
