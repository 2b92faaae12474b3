import { Validator } from '@cfworker/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { jsonSchema } from 'helve';
import { z } from 'zod';
import { seeded, shuffled } from '../measure/seeded.ts';
import { thirtyInput, thirtyValue } from '../work/schemas.ts';

// Validators of JSON Schema beside each other in one process, because whether that process may make
// code of strings is what is asked.

/** Says whether a value fits; a promise where it takes one. */
type Check = (value: unknown) => boolean | Promise<boolean>;

type Document = ReturnType<typeof thirtyInput.toJSONSchema>;

/** Times in microseconds by validator, or why there are none. */
export type Checked = Readonly<
  Record<
    string,
    | { readonly compile: number[]; readonly valid: number[]; readonly invalid: number[] }
    | { readonly why: string }
  >
>;

const ajv = new Ajv2020({ strict: false, logger: false });

const validators: Readonly<Record<string, (document: Document) => Check>> = {
  helve: (document) => {
    const { validate } = jsonSchema(document)['~standard'];
    return (value) => {
      const result = validate(value);
      return 'then' in result ? result.then(({ issues }) => !issues) : !result.issues;
    };
  },
  ajv: (document) => ajv.compile(document),
  '@cfworker/json-schema': (document) => {
    const validator = new Validator(document as object, '2020-12');
    return (value) => validator.validate(value).valid;
  },
  'z.fromJSONSchema': (document) => {
    const schema = z.fromJSONSchema(document);
    return (value) => schema.safeParse(value).success;
  },
};

const invalidValue = { ...thirtyValue, f29: ['?'] };

/** A new document each time, so that nothing compiled before is found again. */
let copies = 0;
const fresh = (): Document => {
  const document = structuredClone(thirtyInput.toJSONSchema());
  return { ...document, title: `copy ${copies++}` };
};

async function time(repeat: number, work: () => unknown): Promise<number> {
  const start = performance.now();
  for (let times = 0; times < repeat; times += 1) {
    const result = work();
    if (result instanceof Promise) await result;
  }
  return ((performance.now() - start) / repeat) * 1000;
}

async function prepare(make: (document: Document) => Check): Promise<Check | string> {
  try {
    const check = make(fresh());
    const right = (await check(thirtyValue)) && !(await check(invalidValue));
    if (!right) throw new Error('judged wrongly');
    for (let times = 0; times < 500; times += 1) await check(thirtyValue);
    return check;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

const [seed, rounds] = process.argv.slice(2).map(Number);
const random = seeded(seed ?? 1);
const checks = new Map<string, Check>();
const results: Record<string, Checked[string]> = {};
for (const [name, make] of Object.entries(validators)) {
  const check = await prepare(make);
  if (typeof check === 'string') results[name] = { why: check };
  else {
    checks.set(name, check);
    results[name] = { compile: [], valid: [], invalid: [] };
  }
}
for (let round = 0; round < (rounds ?? 3); round += 1) {
  for (const [name, check] of shuffled([...checks], random)) {
    const row = results[name];
    const make = validators[name];
    if (row === undefined || make === undefined || 'why' in row) continue;
    const documents = Array.from({ length: 5 }, fresh);
    // some do their work at the first value
    row.compile.push(await time(5, () => make(documents.pop() ?? fresh())(thirtyValue)));
    row.valid.push(await time(200, () => check(thirtyValue)));
    row.invalid.push(await time(200, () => check(invalidValue)));
  }
}
console.log(JSON.stringify(results));
