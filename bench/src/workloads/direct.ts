import type { z } from 'zod';
import type { Variant, Workload } from '../measure/workload.ts';
import { cannot } from '../measure/workload.ts';
import { output, thirtyInput, thirtyValue, twoInput } from '../work/schemas.ts';
import type { ToolSpec } from '../work/task.ts';
import { demand } from './checked.ts';

const variant = (name: string, input: z.ZodObject, value: unknown, valid: boolean): Variant => ({
  name,
  prepare: (contender) => {
    if (contender.direct === undefined) return cannot(contender, 'direct');
    const result = { r: 'done' };
    let executed = 0;
    const spec: ToolSpec = {
      name: 'work',
      description: 'Does one piece of work.',
      input,
      output,
      execute: async () => {
        executed += 1;
        return result;
      },
    };
    const tool = contender.direct(spec);
    const once = async () => {
      let given: unknown;
      try {
        given = await tool.call(value);
      } catch (error) {
        given = error;
      }
      demand(tool.refused(given) === !valid, `it gave ${JSON.stringify(given)}`);
    };
    const check = async () => {
      const before = executed;
      await once();
      demand(executed - before === (valid ? 1 : 0), `it was executed ${executed - before} times`);
      if (valid) {
        const text = JSON.stringify(await tool.call(value));
        demand(text.includes('done'), `the output was ${text}`);
      }
    };
    return { kind: 'timed', check, once };
  },
});

/** A tool that the program itself calls. */
export const direct: Workload = {
  name: 'direct',
  title: 'Direct call',
  about:
    'A tool called by the program, with a valid input and with one that does not fit. `hand` is ' +
    "the schema library's parses around the bare function.",
  capability: 'direct',
  variants: [
    variant('2 fields', twoInput, { a: 'x', b: 1 }, true),
    variant('2 fields, invalid', twoInput, { a: 'x', b: 'one' }, false),
    variant('30 fields', thirtyInput, thirtyValue, true),
    variant('30 fields, invalid', thirtyInput, { ...thirtyValue, f29: ['?'] }, false),
  ],
  columns: ['2 fields', '2 fields, invalid', '30 fields', '30 fields, invalid'].map((name) => ({
    label: name,
    variant: name,
    unit: 'µs',
    scale: 1000,
    base: 'hand',
  })),
};
