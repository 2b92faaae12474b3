import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyTool } from 'helve';
import { createTool, jsonSchema } from 'helve';

/** A red dot. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** No sound at all. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** A tool of the suite that shows the model these parts. */
function showing(id: string, ...value: readonly object[]): AnyTool {
  return createTool({
    id,
    description: `Shows what ${id} is about`,
    execute: async () => 'shown',
    toModelOutput: () => ({ type: 'content', value }),
  });
}

const image = { type: 'image-data', data: PNG, mediaType: 'image/png' };

/** The suite's tools that only give something, under the names that it calls them by. */
export const contentTools = {
  test_simple_text: createTool({
    id: 'test_simple_text',
    description: 'Gives a text',
    execute: async () => 'This is a simple text response for testing.',
  }),
  test_image_content: showing('test_image_content', image),
  test_audio_content: showing('test_audio_content', {
    type: 'file-data',
    data: WAV,
    mediaType: 'audio/wav',
  }),
  test_embedded_resource: showing('test_embedded_resource', {
    type: 'file-data',
    data: base64('This is an embedded resource content.'),
    mediaType: 'text/plain',
    providerOptions: { mcp: { uri: 'test://embedded-resource' } },
  }),
  test_multiple_content_types: showing(
    'test_multiple_content_types',
    { type: 'text', text: 'Multiple content types test:' },
    image,
    {
      type: 'file-data',
      data: base64('{"test":"data","value":123}'),
      mediaType: 'application/json',
      providerOptions: { mcp: { uri: 'test://mixed-content-resource' } },
    },
  ),
  test_error_handling: createTool({
    id: 'test_error_handling',
    description: 'Always fails',
    execute: () => {
      throw new Error('This tool intentionally returns an error for testing');
    },
  }),
  test_tool_with_progress: createTool({
    id: 'test_tool_with_progress',
    description: 'Says how far it has got',
    execute: async (_input, { mcp }) => {
      for (const progress of [0, 50, 100]) {
        await mcp?.progress({ progress, total: 100 });
        await sleep(50);
      }
      return 'done';
    },
  }),
  test_tool_with_logging: createTool({
    id: 'test_tool_with_logging',
    description: 'Logs three times',
    execute: async (_input, { mcp }) => {
      const lines = ['execution started', 'processing data', 'execution completed'];
      for (const line of lines) {
        await mcp?.log('info', `Tool ${line}`);
        await sleep(50);
      }
      return 'done';
    },
  }),
  test_logging_tool: createTool({
    id: 'test_logging_tool',
    description: 'Logs once',
    execute: async (_input, { mcp }) => {
      await mcp?.log('info', 'logged');
      return 'done';
    },
  }),
  json_schema_2020_12_tool: createTool({
    id: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: jsonSchema({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    }),
    execute: async (input) => input,
  }),
  test_header_tool: createTool({
    id: 'test_header_tool',
    description: 'Has an argument that clients repeat in a header',
    inputSchema: jsonSchema({
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      required: ['region'],
    }),
    execute: async () => 'done',
  }),
} as const;
