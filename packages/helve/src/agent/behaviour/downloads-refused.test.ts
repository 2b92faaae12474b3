import { expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import type { ModelMessage } from '../../tool/message.ts';
import { agentWith, blindModel, callAgain, look, PICTURE, png } from './downloads-kit.ts';

const fetch = vi.fn(async () => png());

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost:8080/admin.png',
  'http://0x7f.1/a.png',
  'http://[::1]/a.png',
  'http://metadata.google.internal/a.png',
])('nothing is downloaded from an address inside: %s', async (address) => {
  const agent = agentWith({ model: blindModel(['never']), downloads: { fetch } });
  await expect(agent.generate([look(address)])).rejects.toMatchObject({
    code: 'FILE_DOWNLOAD_FAILED',
    reason: 'address',
    message: expect.stringContaining('allowPrivateAddresses'),
  });
  expect(fetch).not.toHaveBeenCalled();
});

test('no file that a tool or a model names is downloaded', async () => {
  const tool = createTool({
    id: 'again',
    execute: async () => 'x',
    toModelOutput: () => ({
      type: 'content',
      value: [{ type: 'image-url', url: 'http://127.0.0.1/tool.png' }],
    }),
  });
  const model = blindModel([callAgain, 'Seen.']);
  const url = 'http://127.0.0.1/model.png';
  const own: ModelMessage = {
    role: 'assistant',
    content: [{ type: 'file', source: { type: 'url', url }, mediaType: 'image/png' }],
  };
  const downloads = { fetch, allowPrivateAddresses: true };
  const agent = agentWith({ model, tools: { again: tool }, downloads });
  await agent.generate([{ role: 'user', content: 'Draw.' }, own, { role: 'user', content: 'Go.' }]);
  expect(model.requests).toHaveLength(2);
  expect(JSON.stringify(model.requests[1]?.prompt)).toMatch(/tool\.png/);
  expect(fetch).not.toHaveBeenCalled();
});

test('nothing is downloaded where downloads are off', async () => {
  const off = agentWith({ model: blindModel(['never']), downloads: false });
  await expect(off.generate([look(PICTURE)])).rejects.toMatchObject({ reason: 'off' });
  const on = agentWith({ model: blindModel(['never']), downloads: { fetch } });
  await expect(on.generate([look(PICTURE)], { downloads: false })).rejects.toMatchObject({
    reason: 'off',
    message: expect.stringContaining('downloads: false'),
  });
  expect(fetch).not.toHaveBeenCalled();
});
