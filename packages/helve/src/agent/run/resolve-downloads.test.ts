import { expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import type { DownloadOptions } from '../../model/download/download-options.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { ModelMessage } from '../../tool/message.ts';
import { Agent } from '../agent.ts';
import type { RunOptions } from '../agent-options.ts';
import { recordingLogger } from '../behaviour/run-kit.ts';
import { resolveDownloads } from './resolve-downloads.ts';

test('a run has limits that nobody has to think of', () => {
  expect(resolveDownloads()).toMatchObject({
    maxBytes: 20_971_520,
    total: { bytesLeft: 67_108_864 },
    timeoutMs: 30_000,
    maxRedirects: 5,
    allowPrivateAddresses: false,
  });
});

test("each of a run's choices takes the place of the agent's, and what it leaves out does not", () => {
  const agent = { maxBytes: 1, timeoutMs: 2, allowPrivateAddresses: true };
  // as callers without strict types may write it
  const run = { maxBytes: 3, timeoutMs: undefined } as unknown as DownloadOptions;
  expect(resolveDownloads(agent, undefined, run)).toMatchObject({
    maxBytes: 3,
    timeoutMs: 2,
    allowPrivateAddresses: true,
  });
  expect(resolveDownloads(agent, false)).toBeUndefined();
  expect(resolveDownloads(false, undefined)).toBeUndefined();
  // what is switched on again has nothing of before
  expect(resolveDownloads(agent, false, {})).toMatchObject({ allowPrivateAddresses: false });
});

test.each([
  [{ maxBytes: 0 }, 'downloads.maxBytes is 0'],
  [{ maxBytes: Number.NaN }, 'downloads.maxBytes is NaN'],
  [{ maxBytes: '20mb' }, 'downloads.maxBytes is 20mb'],
  [{ maxTotalBytes: Number.POSITIVE_INFINITY }, 'downloads.maxTotalBytes is Infinity'],
  [{ timeoutMs: -1 }, 'downloads.timeoutMs is -1'],
  [{ maxRedirects: 1.5 }, 'downloads.maxRedirects is 1.5'],
  [{ fetch: 'https://proxy.example' }, 'downloads.fetch must be a function'],
  [
    { allowPrivateAddresses: ['10.0.0.1'] },
    'allowPrivateAddresses must be true, false or a function',
  ],
  [true, 'downloads must be false, or options'],
  [null, 'downloads must be false, or options'],
])('what is no limit is refused before the run begins: %j', async (downloads, message) => {
  const agent = new Agent({ id: 'a', model: scriptedModel(['never']), logger: recordingLogger() });
  const options = { downloads } as RunOptions;
  await expect(agent.generate('Hi', options)).rejects.toMatchObject({
    code: 'INVALID_AGENT',
    message: expect.stringContaining(message),
  });
});

test('no limit is also none', () => {
  expect(resolveDownloads({ maxRedirects: 0, timeoutMs: 2 ** 40 })).toMatchObject({
    maxRedirects: 0,
    // longer, and the clock would run out at once
    timeoutMs: 2_147_483_647,
  });
});

const PNG = 'iVBORw0KGgo=';
const picture: ModelMessage = {
  role: 'user',
  content: [
    { type: 'file', source: { type: 'url', url: 'http://10.0.0.1/7.png' }, mediaType: 'image' },
  ],
};

/** A run that waits for approval with a picture in its conversation. */
async function waitingRun(downloads: RunOptions['downloads']) {
  const ask = createTool({ id: 'ask', requireApproval: true, execute: async () => 'yes' });
  const store = new MemoryStore();
  // it fetches the first time, and another model does not
  const first = scriptedModel([{ toolCalls: [{ toolName: 'ask', input: {} }] }]);
  const options = { id: 'a', store, tools: { ask }, logger: recordingLogger() };
  const before = new Agent({ ...options, model: first });
  const { waiting } = await before.generate([picture], {
    ...(downloads !== undefined && { downloads }),
  });
  const second = { ...scriptedModel(['Done.']), supportedUrls: {} };
  const after = new Agent({ ...options, model: second });
  const { runId = '', toolCallId = '' } = waiting[0] ?? {};
  return { after, second, call: { runId, toolCallId } };
}

test('what a run may download is kept while it waits', async () => {
  const fetch = vi.fn(async () => new Response(Buffer.from(PNG, 'base64')));
  vi.stubGlobal('fetch', fetch);
  try {
    const { after, second, call } = await waitingRun({ allowPrivateAddresses: true });
    await after.approveToolCallGenerate(call);
    expect(JSON.stringify(second.requests[0]?.prompt)).toContain(PNG);
    const off = await waitingRun(false);
    // the file was answered to before, so the run goes on without it
    await off.after.approveToolCallGenerate(off.call);
    expect(JSON.stringify(off.second.requests[0]?.prompt)).toContain('cannot be shown');
    expect(fetch).toHaveBeenCalledTimes(1);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('functions that a run has for its downloads come along with a decision', async () => {
  const downloads = {
    allowPrivateAddresses: () => true,
    fetch: async () => new Response(Buffer.from(PNG, 'base64')),
  };
  const { after, second, call } = await waitingRun(downloads);
  await expect(after.approveToolCallGenerate(call)).rejects.toMatchObject({
    code: 'INVALID_DECISION',
    message: expect.stringContaining('its own downloads'),
  });
  await after.approveToolCallGenerate({ ...call, downloads });
  expect(JSON.stringify(second.requests[0]?.prompt)).toContain(PNG);
});
