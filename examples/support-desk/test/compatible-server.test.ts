import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { runDesk } from './run-desk.ts';

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    id: 'r1',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'tiny',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;

const CALL: string =
  chunk({
    role: 'assistant',
    tool_calls: [
      {
        index: 0,
        id: 'call-1',
        type: 'function',
        function: { name: 'lookupOrder', arguments: '{"orderId":1042}' },
      },
    ],
  }) + chunk({}, 'tool_calls');

const TEXT: string = chunk({ content: 'It is a teapot.' }) + chunk({}, 'stop');

test('a server that speaks like OpenAI can be the model', async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    bodies.push(body);
    response.setHeader('content-type', 'text/event-stream');
    response.end(`${bodies.length === 1 ? CALL : TEXT}data: [DONE]\n\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    // a server that listens on a port has an address with one
    const { port } = server.address() as AddressInfo;
    const { screen } = await runDesk(['--question', 'What is order 1042?'], {
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_MODEL: 'tiny',
    });
    assert.match(screen, /Model: tiny at http/);
    assert.match(screen, /Speckled teapot/);
    assert.match(screen, /It is a teapot\./);
    assert.equal(bodies.length, 2);
    assert.ok(bodies[1]?.includes('Speckled teapot'));
    assert.ok(!bodies[1]?.includes('Okafor'));
  } finally {
    server.close();
  }
});
