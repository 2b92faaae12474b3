import { AsyncLocalStorage } from 'node:async_hooks';
import type { StandardJsonSchema } from 'helve';
import type { Store } from 'helve/store';
import { MemoryStore } from 'helve/store';
import type { ScriptedRequest } from 'helve/testing';
import { vi } from 'vitest';

/** What a run did, in units that no clock is needed for. */
export interface Work {
  /** Messages of prompts that no earlier request had: each is one that was encoded. */
  messagesEncoded: number;
  /** Descriptions of tools that no earlier request had. */
  toolsDescribed: number;
  /** Conversions of schemas to JSON Schema. */
  conversions: number;
  /** Validations by schemas. */
  validations: number;
  commits: number;
  /** Records that were committed. */
  records: number;
  /** Characters of those records as JSON. */
  recordBytes: number;
  /** Records that were read back from the store. */
  loaded: number;
  /** Characters that `JSON.parse` was given. */
  parsed: number;
  /** Characters that `JSON.stringify` gave. */
  written: number;
  /** Characters that were looked at one by one, as an incremental parser does with each. */
  lookedAt: number;
}

/** A run's surroundings, all of which count. */
export interface Counting {
  readonly store: Store;
  /** Sees a request as the model is given it. */
  see(request: ScriptedRequest): void;
  /** The same schema, counted. */
  schema<Input, Output>(
    schema: StandardJsonSchema<Input, Output>,
  ): StandardJsonSchema<Input, Output>;
}

/** Marks what a counted run does, however deep and late: test runners use JSON as well. */
const counted = new AsyncLocalStorage<Work>();

/** Counts what a run does. */
export async function countWork(run: (counting: Counting) => Promise<unknown>): Promise<Work> {
  const work: Work = {
    messagesEncoded: 0,
    toolsDescribed: 0,
    conversions: 0,
    validations: 0,
    commits: 0,
    records: 0,
    recordBytes: 0,
    loaded: 0,
    parsed: 0,
    written: 0,
    lookedAt: 0,
  };
  const seen = new WeakSet<object>();
  const isNew = (thing: object): boolean => {
    if (seen.has(thing)) return false;
    seen.add(thing);
    return true;
  };
  const { parse, stringify } = JSON;
  const { charCodeAt } = String.prototype;
  const spies = [
    vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      if (counted.getStore() === work) work.parsed += text.length;
      return parse(text, reviver);
    }),
    vi.spyOn(JSON, 'stringify').mockImplementation((value, ...rest) => {
      // the overloads differ in the type of what is passed on
      const text = stringify(value, ...(rest as []));
      if (counted.getStore() === work) work.written += text?.length ?? 0;
      return text;
    }),
  ];
  try {
    // no spy: those remember every call
    String.prototype.charCodeAt = function (at): number {
      if (counted.getStore() === work) work.lookedAt += 1;
      return charCodeAt.call(this, at);
    };
    const counting: Counting = {
      store: countingStore(work, (value) => stringify(value)),
      see({ prompt, tools = [] }) {
        for (const message of prompt) if (isNew(message)) work.messagesEncoded += 1;
        for (const tool of tools) if (isNew(tool)) work.toolsDescribed += 1;
      },
      schema: (schema) => countingSchema(schema, work),
    };
    await counted.run(work, () => run(counting));
  } finally {
    String.prototype.charCodeAt = charCodeAt;
    for (const spy of spies) spy.mockRestore();
  }
  return work;
}

function countingStore(work: Work, stringify: (value: unknown) => string): Store {
  const store = new MemoryStore();
  return new Proxy(store, {
    get(_, name) {
      const member: unknown = Reflect.get(store, name, store);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]): unknown => {
        if (name === 'commit') {
          work.commits += 1;
          // a transition is a record of records and lists of records
          for (const part of Object.values(args[0] as object)) {
            const records: readonly unknown[] = Array.isArray(part) ? part : [part];
            work.records += records.length;
            for (const record of records) work.recordBytes += stringify(record).length;
          }
        }
        const answer: unknown = Reflect.apply(member, store, args);
        if (name === 'commit') return answer;
        return Promise.resolve(answer).then((found) => {
          if (found !== undefined) work.loaded += Array.isArray(found) ? found.length : 1;
          return found;
        });
      };
    },
  });
}

function countingSchema<Input, Output>(
  schema: StandardJsonSchema<Input, Output>,
  work: Work,
): StandardJsonSchema<Input, Output> {
  const props = schema['~standard'];
  const { input, output } = props.jsonSchema;
  return {
    '~standard': {
      ...props,
      validate: (value, options) => {
        work.validations += 1;
        return props.validate(value, options);
      },
      jsonSchema: {
        input: (options) => {
          work.conversions += 1;
          return input(options);
        },
        output: (options) => {
          work.conversions += 1;
          return output(options);
        },
      },
    },
  };
}
