import { createTool } from 'helve';
import { z } from 'zod';

/** Tools that tests serve to real clients: something of everything that a call can be. */
export const shop = {
  find: createTool({
    id: 'find',
    title: 'Find an order',
    description: 'Looks an order up',
    inputSchema: z.object({ id: z.string() }),
    outputSchema: z.object({ id: z.string(), total: z.number() }),
    mcp: { annotations: { readOnlyHint: true } },
    execute: async ({ id }) => ({ id, total: 12 }),
  }),
  refund: createTool({
    id: 'refund',
    inputSchema: z.object({ id: z.string() }),
    requireApproval: true,
    execute: async ({ id }) => `refunded ${id}`,
  }),
  deliver: createTool({
    id: 'deliver',
    resumeSchema: z.object({ address: z.string() }),
    execute: async (_input, { resumeData, suspend }) =>
      resumeData ? `sent to ${resumeData.address}` : suspend('Which address?'),
  }),
  greet: createTool({
    id: 'greet',
    execute: async (_input, { mcp }) => {
      const answer = await mcp?.elicitation.sendRequest({
        message: 'Your name?',
        requestedSchema: {
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
        },
      });
      return `Hello ${answer?.content?.['name'] ?? answer?.action}`;
    },
  }),
  chart: createTool({
    id: 'chart',
    execute: async () => 'aGk=',
    toModelOutput: (data) => ({
      type: 'content',
      value: [
        { type: 'text', text: 'A chart' },
        { type: 'image-data', data, mediaType: 'image/png' },
      ],
    }),
  }),
  noisy: createTool({
    id: 'noisy',
    execute: async () => {
      console.log('not a message');
      console.info('{"jsonrpc":"2.0","method":"evil"}');
      process.stdout.write('neither is this\n');
      return 'printed';
    },
  }),
  flood: createTool({
    id: 'flood',
    execute: async (_input, { mcp }) => {
      const message = 'x'.repeat(10_000);
      for (let progress = 1; progress <= 2000; progress += 1) {
        void mcp?.progress({ progress, message });
      }
      return message.repeat(200);
    },
  }),
  hang: createTool({
    id: 'hang',
    execute: (_input, { abortSignal, mcp }) =>
      new Promise((_resolve, reject) => {
        void mcp?.progress({ progress: 1 });
        abortSignal.addEventListener('abort', () => {
          console.error('hang was aborted');
          reject(abortSignal.reason);
        });
      }),
  }),
  crash: createTool({
    id: 'crash',
    execute: () => {
      // nobody awaits this: it must not end a server that others use
      throw new Error('broken');
    },
  }),
} as const;
