import type { AnyTool, McpToolContext, ToolContext } from 'helve';
import { createTool, jsonSchema } from 'helve';

type Properties = Readonly<Record<string, object>>;

function form(properties: Properties, required: readonly string[] = Object.keys(properties)) {
  return { type: 'object', properties, required };
}

/** A tool of the suite that asks its client something. */
function asking(
  id: string,
  ask: (mcp: McpToolContext, input: Readonly<Record<string, unknown>>) => Promise<unknown>,
): AnyTool {
  return createTool({
    id,
    description: `Asks what ${id} is about`,
    inputSchema: jsonSchema<Readonly<Record<string, unknown>>>({ type: 'object' }),
    execute: (input, { mcp }: ToolContext) => {
      if (!mcp) throw new TypeError('only over MCP');
      return ask(mcp, input);
    },
  });
}

const sample = (mcp: McpToolContext, text: unknown, name?: string) =>
  mcp.extra.sendRequest({
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 },
    ...(name === undefined ? {} : { name }),
  });

const elicit = (mcp: McpToolContext, message: string, properties: Properties, name: string) =>
  mcp.elicitation.sendRequest({ message, requestedSchema: form(properties), name });

const roots = (mcp: McpToolContext) =>
  mcp.extra.sendRequest({ method: 'roots/list', params: {}, name: 'client_roots' });

const titled = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
  { const: 'value3', title: 'Third Option' },
];
const options = { type: 'string', enum: ['option1', 'option2', 'option3'] };

/** The suite's tools that ask something, under the names that it calls them by. */
export const askingTools = {
  test_sampling: asking('test_sampling', async (mcp, { prompt }) => {
    const { content } = await sample(mcp, prompt);
    return `LLM response: ${JSON.stringify(content)}`;
  }),
  test_elicitation: asking('test_elicitation', async (mcp, { message }) => {
    const text = { type: 'string', description: 'As you like' };
    const requestedSchema = form({ username: text, email: text });
    const answer = await mcp.elicitation.sendRequest({ message: String(message), requestedSchema });
    return `User response: ${JSON.stringify(answer)}`;
  }),
  test_elicitation_sep1034_defaults: asking('test_elicitation_sep1034_defaults', async (mcp) => {
    const properties = {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    };
    const answer = await elicit(mcp, 'Your data?', properties, 'data');
    return `Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`;
  }),
  test_elicitation_sep1330_enums: asking('test_elicitation_sep1330_enums', async (mcp) => {
    const properties = {
      untitledSingle: options,
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: options },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    };
    const answer = await elicit(mcp, 'Your choice?', properties, 'choice');
    return `Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`;
  }),
  test_input_required_result_elicitation: asking('elicitation', async (mcp) => {
    const name = { name: { type: 'string' } };
    const { content } = await elicit(mcp, 'What is your name?', name, 'user_name');
    return `Hello, ${content?.['name']}!`;
  }),
  test_input_required_result_sampling: asking('sampling', async (mcp) => {
    const { content } = await sample(mcp, 'What is the capital of France?', 'capital_question');
    return JSON.stringify(content);
  }),
  test_input_required_result_list_roots: asking('roots', async (mcp) =>
    JSON.stringify(await roots(mcp)),
  ),
  test_input_required_result_request_state: asking('state', async (mcp) => {
    await elicit(mcp, 'Please confirm', { ok: { type: 'boolean' } }, 'confirm');
    return 'state-ok';
  }),
  test_input_required_result_tampered_state: asking('tampered', async (mcp) => {
    await elicit(mcp, 'Please confirm', { ok: { type: 'boolean' } }, 'confirm');
    return 'state-ok';
  }),
  test_input_required_result_multiple_inputs: asking('several', async (mcp) =>
    JSON.stringify(
      await Promise.all([
        elicit(mcp, 'What is your name?', { name: { type: 'string' } }, 'user_name'),
        sample(mcp, 'Generate a greeting', 'greeting'),
        roots(mcp),
      ]),
    ),
  ),
  test_input_required_result_multi_round: asking('rounds', async (mcp) => {
    const text = { type: 'string' };
    const one = await elicit(mcp, 'Step 1: What is your name?', { name: text }, 'step1');
    const two = await elicit(mcp, 'Step 2: What is your favorite color?', { color: text }, 'step2');
    return `${one.content?.['name']} likes ${two.content?.['color']}`;
  }),
  test_input_required_result_capabilities: asking('capabilities', async (mcp) =>
    JSON.stringify(
      await Promise.allSettled([
        elicit(mcp, 'What is your name?', { name: { type: 'string' } }, 'user_name'),
        sample(mcp, 'Generate a greeting', 'greeting'),
      ]),
    ),
  ),
  test_missing_capability: asking('missing', async (mcp) =>
    JSON.stringify(await sample(mcp, 'Hi')),
  ),
  test_streaming_elicitation: asking('streaming', async (mcp) => {
    await mcp.progress({ progress: 1 });
    const { action } = await elicit(mcp, 'Go on?', { ok: { type: 'boolean' } }, 'confirm');
    return action;
  }),
} as const;
