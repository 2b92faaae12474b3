import { createTool, jsonSchema } from 'helve';
import { Agent } from 'helve/agent';

// Asks the model that is named on the command line, as an application does that knows nothing but
// its name, and prints what came of it as JSON.

const [model = ''] = process.argv.slice(2);

const weather = createTool({
  id: 'weather',
  description: 'Tells the weather of a place.',
  inputSchema: jsonSchema({ type: 'object', properties: { location: { type: 'string' } } }),
  execute: (input) => ({ input, forecast: 'sunny' }),
});

try {
  const agent = new Agent({ id: 'named', model, tools: { weather } });
  const stream = await agent.stream('What is the weather?');
  const { text, toolResults } = await stream.result;
  console.log(JSON.stringify({ text, toolResults }));
} catch (error) {
  const { code, message } = Object(error);
  console.log(JSON.stringify({ code, message }));
}
