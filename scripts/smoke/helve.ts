// Copied into an empty project that has the packed package installed, type-checked there and run as
// it stands on the oldest supported Node: so it is written in JavaScript that is also TypeScript.
import { createTool, jsonSchema } from 'helve';

const add = createTool({
  id: 'add',
  description: 'Adds two numbers.',
  inputSchema: jsonSchema({
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  }),
  execute: async (input) => JSON.stringify(input),
});

const output = await add.execute({ a: 1, b: 2 });
if (output !== '{"a":1,"b":2}') throw new Error(`add returned ${JSON.stringify(output)}`);

const refused = await add.execute({ a: 1 });
if (!JSON.stringify(refused).includes('"error":true')) {
  throw new Error(`add took a bad input and returned ${JSON.stringify(refused)}`);
}
