import { describe, expect, test, vi } from 'vitest';
import type { DownloadFetch } from '../../model/download/download-options.ts';
import { serveFiles } from '../../model/download/file-server-kit.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { ModelMessage, UserMessage } from '../../tool/message.ts';
import {
  again,
  agentWith,
  blindModel,
  callAgain,
  filesIn,
  inlined,
  look,
  PICTURE,
  PNG,
  png,
} from './downloads-kit.ts';
import { RUN_MODES, recordingLogger } from './run-kit.ts';

describe.each(RUN_MODES)('$mode', ({ run }) => {
  test('gives the content of a file to a model that does not fetch it', async () => {
    const { origin, requests } = await serveFiles((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(PNG, 'base64'));
    });
    const model = blindModel(['A tower.']);
    const agent = agentWith({ model, downloads: { allowPrivateAddresses: true } });
    const { text } = await run(agent, [look(`${origin}/7.png?size=2`)]);
    expect(text).toBe('A tower.');
    expect(filesIn(model)).toEqual([{ type: 'file', ...inlined }]);
    expect(requests).toEqual(['/7.png?size=2']);
  });

  test('fails where a file cannot be had, and says so without secrets', async () => {
    const logger = recordingLogger();
    const model = blindModel(['never']);
    const fetch = async () => new Response('<secret>', { status: 403 });
    const agent = agentWith({ model, logger, downloads: { fetch } });
    const running = run(agent, [look(`${PICTURE}?key=secret`)]);
    await expect(running).rejects.toMatchObject({
      code: 'FILE_DOWNLOAD_FAILED',
      reason: 'status',
      message: expect.stringContaining('https://93.184.215.14/7.png could not be downloaded'),
    });
    await expect(running).rejects.not.toThrow(/secret/);
    expect(model.requests).toEqual([]);
    expect(JSON.stringify(logger.records)).not.toMatch(/secret|7\.png/);
    expect(logger.records.at(-1)?.details).toMatchObject({
      errorType: 'FILE_DOWNLOAD_FAILED',
      reason: 'status',
    });
  });
});

test('a model that fetches from an address itself is given the address', async () => {
  const fetch = vi.fn(async () => png());
  const model = blindModel(['Seen.'], { 'image/*': [/^https:/] });
  await agentWith({ model, downloads: { fetch } }).generate([look(PICTURE)]);
  const url = new URL(PICTURE);
  expect(filesIn(model)).toEqual([
    { type: 'file', data: { type: 'url', url }, mediaType: 'image/png' },
  ]);
  expect(fetch).not.toHaveBeenCalled();
});

test('a file is downloaded once in a run, however often and by however many models it is seen', async () => {
  const fetch = vi.fn(async () => png());
  const refuse = (): never => {
    throw Object.assign(new Error('gone'), { isRetryable: false });
  };
  const first = blindModel([callAgain, refuse]);
  const second = blindModel(['Seen.']);
  const options = { fallbackModels: [second], tools: { again }, downloads: { fetch } };
  const messages = [look(PICTURE, PICTURE), look(PICTURE)];
  await agentWith({ model: first, ...options }).generate(messages);
  expect(fetch).toHaveBeenCalledTimes(1);
  for (const files of [filesIn(first, 0), filesIn(first, 1), filesIn(second)]) {
    expect(files).toEqual([1, 2, 3].map(() => ({ type: 'file', ...inlined })));
  }
  // the messages were encoded once: the very objects are given again
  const [before, after] = first.requests;
  expect(after?.prompt[0]).toBe(before?.prompt[0]);
  expect(after?.prompt[1]).toBe(before?.prompt[1]);
});

test('what is stored is the address, and the next run downloads it again', async () => {
  const fetch = vi.fn(async () => png());
  const store = new MemoryStore();
  const model = blindModel(['One.', 'Two.']);
  const agent = agentWith({ model, store, downloads: { fetch } });
  const memory = { thread: 't' };
  const { runId, messages } = await agent.generate([look(PICTURE)], { memory });
  expect(messages).toHaveLength(1);
  const stored = await store.loadMessages(runId);
  expect(stored.map(({ message }) => message)[0]).toEqual(look(PICTURE));
  expect(JSON.stringify(stored)).not.toContain(PNG);
  await agent.generate('And now?', { memory });
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(filesIn(model, 1)).toContainEqual({ type: 'file', ...inlined });
});

test('a file that was answered to and is gone since does not end the conversation', async () => {
  const gone: DownloadFetch = async () => new Response(null, { status: 410 });
  const model = blindModel([callAgain, 'Two.']);
  const agent = agentWith({ model, tools: { again }, downloads: { fetch: gone } });
  const past: ModelMessage[] = [look(PICTURE), { role: 'assistant', content: 'A tower.' }];
  const now: UserMessage = { role: 'user', content: [{ type: 'text', text: 'Which?' }] };
  const { steps } = await agent.generate([...past, now]);
  const placeholder = { type: 'text', text: '[A file cannot be shown here.]' };
  expect(filesIn(model, 0)).toEqual([placeholder, { type: 'text', text: 'Which?' }]);
  expect(filesIn(model, 1)).toEqual(filesIn(model, 0));
  // said once, with the reason
  expect(steps.map(({ warnings }) => warnings)).toEqual([
    [expect.stringContaining('status 410')],
    [],
  ]);
});

test('text, type, name and options of a message go along', async () => {
  const model = blindModel(['Seen.']);
  const providerOptions = { test: { detail: 'high' } };
  const source = { type: 'url', url: PICTURE } as const;
  const file = {
    type: 'file',
    source,
    mediaType: 'image/x',
    filename: 'a',
    providerOptions,
  } as const;
  const message = { ...look(file), providerOptions };
  const system = { role: 'system', content: 'Be brief.' } as const;
  const fetch = async () => png();
  await agentWith({ model, downloads: { fetch } }).generate([system, message]);
  expect(model.requests[0]?.prompt).toEqual([
    system,
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'file', ...inlined, mediaType: 'image/x', filename: 'a', providerOptions },
      ],
      providerOptions,
    },
  ]);
});

test('only a few files are downloaded at once', async () => {
  let running = 0;
  let most = 0;
  const fetch = async (): Promise<Response> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return png();
  };
  const model = blindModel(['Seen.']);
  const addresses = Array.from({ length: 20 }, (_, index) => `${PICTURE}?${index}`);
  await agentWith({ model, downloads: { fetch } }).generate([look(...addresses)]);
  expect(filesIn(model)).toHaveLength(20);
  expect(most).toBe(4);
});

test('a file that fails breaks off the others, which a fallback model may still be given', async () => {
  const fetched: string[] = [];
  let isHanging = true;
  const fetch: DownloadFetch = async (url, { signal }) => {
    fetched.push(url.search);
    if (url.search === '?bad') return new Response(null, { status: 404 });
    if (!isHanging) return png();
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        isHanging = false;
        reject(signal.reason);
      });
    });
  };
  const model = blindModel(['never']);
  // takes the one that fails from its address
  const fallback = blindModel(['Seen.'], { '*/*': [/\?bad$/] });
  const agent = agentWith({ model, fallbackModels: [fallback], downloads: { fetch } });
  const { text } = await agent.generate([look(`${PICTURE}?slow`, `${PICTURE}?bad`)]);
  expect(text).toBe('Seen.');
  expect(fetched).toEqual(['?slow', '?bad', '?slow']);
  expect(filesIn(fallback)).toEqual([
    { type: 'file', ...inlined },
    expect.objectContaining({ data: expect.objectContaining({ type: 'url' }) }),
  ]);
});

test('an abort ends a run whose file hangs', async () => {
  const abort = new AbortController();
  const fetch = (): Promise<Response> => {
    abort.abort(new Error('the user left'));
    return new Promise(() => undefined);
  };
  const agent = agentWith({ model: blindModel(['never']), downloads: { fetch } });
  const stream = await agent.stream([look(PICTURE)], { abortSignal: abort.signal });
  expect(await stream.finishReason).toBe('aborted');
});

test('screens are told that a file failed, and not which', async () => {
  const fetch = async () => new Response(null, { status: 404 });
  const agent = agentWith({ model: blindModel(['never']), downloads: { fetch } });
  const stream = await agent.stream([look(PICTURE)]);
  const errors: unknown[] = [];
  for await (const { type, payload } of stream.displayStream) {
    if (type === 'error') errors.push(payload);
  }
  await expect(stream.result).rejects.toThrow('93.184.215.14');
  expect(JSON.stringify(errors)).toContain('A file could not be loaded');
  expect(JSON.stringify(errors)).not.toContain('93.184');
});
