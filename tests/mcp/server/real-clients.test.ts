import { createMcpServer } from '@helve/mcp/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, Where } from './clients.ts';
import { clients } from './clients.ts';
import { shop } from './shop.ts';

const server = createMcpServer({ name: 'shop', version: '1.0.0', tools: shop });
let url: string;

beforeAll(async () => {
  ({ url } = await server.listen());
});

afterAll(() => server.close());

const places = { HTTP: () => url, stdio: () => undefined } satisfies Record<string, () => Where>;

describe.each(Object.entries(places))('over %s', (_place, where) => {
  describe.each(Object.entries(clients))('%s', (_client, connect) => {
    let client: TestClient;

    beforeAll(async () => {
      client = await connect(where());
    });

    afterAll(() => client.close());

    test('lists the tools in their order', async () => {
      expect(await client.list()).toEqual(Object.keys(shop));
    });

    test('gets an output as text and as data', async () => {
      expect(await client.call('find', { id: 'o-1' })).toMatchObject({
        content: [{ type: 'text', text: '{"id":"o-1","total":12}' }],
        structuredContent: { id: 'o-1', total: 12 },
      });
    });

    test('is told what is wrong with its arguments', async () => {
      const answer = await client.call('find', { id: 7 });
      expect(answer.isError).toBe(true);
      expect(JSON.stringify(answer)).toContain('does not fit its schema');
    });

    test('gets an image', async () => {
      const { content } = await client.call('chart');
      expect(content).toMatchObject([
        { type: 'text', text: 'A chart' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      ]);
    });

    test('has its user approve', async () => {
      const { content } = await client.call('refund', { id: 'o-1' });
      expect(content).toMatchObject([{ text: 'refunded o-1' }]);
    });

    test('has its user answer a suspended tool', async () => {
      const { content } = await client.call('deliver');
      expect(content).toMatchObject([{ text: 'sent to Ada' }]);
    });

    test('has its user answer a running tool', async () => {
      const { content } = await client.call('greet');
      expect(content).toMatchObject([{ text: 'Hello Ada' }]);
    });
  });
});
