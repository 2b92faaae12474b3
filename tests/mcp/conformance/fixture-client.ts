import { createMcpClient, McpUnauthorizedError } from '@helve/mcp/client';
import type { Tool } from 'helve';
import { sampleOf } from '../sample-of.ts';
import type { ConformanceContext } from './fixture-login.ts';
import { ConformanceLogin, loginFor } from './fixture-login.ts';

// The client that the official conformance suite tests: it is started with a server's address, does
// what the scenario asks for, and ends. Everything it does goes through createMcpClient().

const [, , url = ''] = process.argv;
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
// Written by the suite.
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as ConformanceContext & {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: unknown }[];
};

const login = loginFor(scenario, context);
const client = createMcpClient({
  servers: {
    suite: {
      url,
      trusted: true,
      required: true,
      ...(scenario.startsWith('auth/') ? { auth: login } : {}),
    },
  },
  clientInfo: { name: 'helve-conformance', version: '1.0.0' },
  // Accepts what a form has by default, and says yes to the rest.
  onElicitation: ({ requestedSchema }) => ({
    action: 'accept',
    content: sampleOf({
      ...requestedSchema,
      required: [...requiredOf(requestedSchema)],
    }) as object as Record<string, unknown>,
  }),
});

function requiredOf(schema: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(schema['required']) ? schema['required'] : [];
}

/** A server that is never content must not be logged in to for ever. */
const MAX_LOGINS = 3;
let logins = 0;

/** Does something, as often as the server wants another login for it; within reason. */
async function loggedIn<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const callback = login instanceof ConformanceLogin ? login.callback : undefined;
      logins += 1;
      const isOver = !callback || logins >= MAX_LOGINS;
      if (!McpUnauthorizedError.isInstance(error) || isOver) throw error;
      if (login instanceof ConformanceLogin) login.callback = undefined;
      await client.finishAuth('suite', callback);
    }
  }
}

/** The input of a call that the suite does not prescribe. */
function inputOf(tool: Tool, tools: Readonly<Record<string, Tool>>): unknown {
  const schemaOf = (each: Tool | undefined) =>
    each?.inputSchema?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) ?? {};
  // Wants to see what the client has kept of another tool's schema.
  if (tool.id === 'suite_json_schema_echo') {
    return { schema: schemaOf(tools['suite_json_schema_2020_12_tool']) };
  }
  return sampleOf(schemaOf(tool));
}

async function callAll(tools: Readonly<Record<string, Tool>>): Promise<void> {
  const calls =
    context.toolCalls?.map(({ name, arguments: input }) => ({
      tool: tools[`suite_${name}`],
      input,
    })) ?? Object.values(tools).map((tool) => ({ tool, input: inputOf(tool, tools) }));
  for (const { tool, input } of calls) {
    try {
      const output = await loggedIn(async () => tool?.execute(input));
      console.log(tool?.id, JSON.stringify(output));
    } catch (error) {
      console.error(tool?.id, error);
      if (scenario.startsWith('auth/')) throw error;
    }
  }
}

try {
  await callAll(await loggedIn(() => client.tools()));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await client.close();
}
