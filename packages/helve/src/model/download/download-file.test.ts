import { afterEach, describe, expect, test, vi } from 'vitest';
import { textToBase64 } from '../base64.ts';
import type { DownloadLimits } from './download-file.ts';
import { downloadFile } from './download-file.ts';
import { download, failure, HELLO, limitsWith, sayHello } from './download-kit.ts';
import { serveFiles } from './file-server-kit.ts';

/** A body that never ends and counts what is taken of it. */
function endlessBody(piece = new Uint8Array(100)) {
  const state = { pieces: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      state.pieces += 1;
      controller.enqueue(piece);
    },
    cancel() {
      state.isCancelled = true;
      // one that hangs must not hold up anything
      return new Promise(() => undefined);
    },
  });
  return { body, state };
}

afterEach(() => {
  vi.useRealTimers();
});

test('a file is downloaded as base64, with the type that its server gives', async () => {
  const { origin } = await serveFiles(sayHello);
  expect(await download(`${origin}/hello.txt`)).toEqual(HELLO);
});

test('a file of many pieces is put together', async () => {
  const text = 'abcdefghij'.repeat(20_000);
  const { origin } = await serveFiles((_, response) => {
    for (let start = 0; start < text.length; start += 7_777) {
      response.write(text.slice(start, start + 7_777));
    }
    response.end();
  });
  const limits = { maxBytes: text.length, total: { bytesLeft: text.length } };
  expect((await download(origin, limits)).data).toBe(textToBase64(text));
  expect(limits.total.bytesLeft).toBe(0);
});

describe('an answer that is not the file', () => {
  test.each([204, 206, 299])('is none with status %i', async (status) => {
    const { origin } = await serveFiles((_, response) => {
      response.writeHead(status, { 'content-type': 'text/plain' }).end();
    });
    expect(await download(origin)).toEqual({ data: '', contentType: 'text/plain' });
  });

  test.each([304, 302, 401, 404, 500])(
    'is refused with status %i, and its body is neither read nor repeated',
    async (status) => {
      const { body, state } = endlessBody(new TextEncoder().encode('secret'));
      const response = { status, ok: false, headers: new Headers(), body, type: 'basic' };
      // a whole Response cannot have every status together with a body
      const fetchFake = async () => response as Response;
      const downloading = download('https://shop.example/a?key=secret', { fetch: fetchFake });
      await expect(downloading).rejects.toEqual(failure('status', `status ${status}`));
      await expect(downloading).rejects.not.toThrow(/secret/);
      expect(state.isCancelled).toBe(true);
    },
  );
});

describe('a file that is too large', () => {
  test('is not even read where its server says so', async () => {
    const { body, state } = endlessBody();
    const headers = { 'content-length': '1001' };
    const fetchFake = async () => new Response(body, { headers });
    await expect(download('https://shop.example/', { fetch: fetchFake })).rejects.toEqual(
      failure('too-large', /larger than 1000 bytes.*downloads\.maxBytes/),
    );
    expect(state.isCancelled).toBe(true);
    // what the stream itself holds ready
    expect(state.pieces).toBeLessThanOrEqual(1);
  });

  test('is closed as soon as it passes the limit, whatever its server says', async () => {
    const { body, state } = endlessBody();
    const headers = { 'content-length': '5' };
    const limits = limitsWith({ fetch: async () => new Response(body, { headers }) });
    await expect(downloadFile(new URL('https://shop.example/'), limits, undefined)).rejects.toEqual(
      failure('too-large'),
    );
    expect(state.isCancelled).toBe(true);
    expect(state.pieces).toBeLessThanOrEqual(12);
    expect(limits.total.bytesLeft).toBe(10_000);
  });

  test('hangs up on its server', async () => {
    const { origin, hungUp } = await serveFiles((_, response) => {
      response.write(new Uint8Array(5_000));
    });
    await expect(download(origin)).rejects.toEqual(failure('too-large'));
    await hungUp;
  });

  test('is one that does not fit beside the others of the run', async () => {
    const { origin } = await serveFiles(sayHello);
    const total = { bytesLeft: 9 };
    await download(origin, { total });
    await expect(download(origin, { total })).rejects.toEqual(
      failure('too-large', /maxTotalBytes/),
    );
    expect(total.bytesLeft).toBe(4);
  });
});

describe('a download that takes too long', () => {
  test.each([
    ['a fetch that hangs', () => new Promise<Response>(() => undefined)],
    ['a body that hangs', async () => new Response(new ReadableStream())],
  ])('ends in time: %s', async (_, fetchFake) => {
    vi.useFakeTimers();
    const downloading = download('https://shop.example/a', { fetch: fetchFake, timeoutMs: 500 });
    const refused = expect(downloading).rejects.toEqual(failure('timeout', /500 ms/));
    await vi.advanceTimersByTimeAsync(500);
    await refused;
  });

  test('ends in time where the look-up of its name hangs', async () => {
    vi.useFakeTimers();
    const limits = {
      allowPrivateAddresses: false,
      lookUpHost: () => new Promise<never>(() => undefined),
      timeoutMs: 500,
    };
    const refused = expect(download('https://shop.example/a', limits)).rejects.toEqual(
      failure('timeout'),
    );
    await vi.advanceTimersByTimeAsync(500);
    await refused;
  });

  test('has one clock for all redirects', async () => {
    vi.useFakeTimers();
    const slow = async (): Promise<Response> => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return new Response(null, { status: 302, headers: { location: '/next' } });
    };
    const limits = { fetch: slow, timeoutMs: 500, maxRedirects: 100 };
    const refused = expect(download('https://shop.example/a', limits)).rejects.toEqual(
      failure('timeout'),
    );
    await vi.advanceTimersByTimeAsync(500);
    await refused;
  });

  test('leaves no clock behind when it ends before', async () => {
    vi.useFakeTimers();
    await download('https://shop.example/a', { fetch: async () => new Response('hello') });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an abort', () => {
  test('ends a download with its reason, and hangs up', async () => {
    const abort = new AbortController();
    const { origin, hungUp } = await serveFiles((_, response) => {
      response.write('hel');
      abort.abort(new Error('the user left'));
    });
    await expect(download(origin, {}, abort.signal)).rejects.toThrow('the user left');
    await hungUp;
  });

  test('closes a body that knows nothing of it, and one that comes too late', async () => {
    const abort = new AbortController();
    const { body, state } = endlessBody();
    const fetchFake = async (): Promise<Response> => {
      abort.abort(new Error('the user left'));
      return new Response(body);
    };
    const downloading = download('https://shop.example/', { fetch: fetchFake }, abort.signal);
    await expect(downloading).rejects.toThrow('the user left');
    await vi.waitFor(() => expect(state.isCancelled).toBe(true));
  });

  test('that came before keeps everything from being fetched', async () => {
    const fetchFake = vi.fn(async () => new Response('hello'));
    const signal = AbortSignal.abort(new Error('the user left'));
    await expect(download('https://shop.example/', { fetch: fetchFake }, signal)).rejects.toThrow(
      'the user left',
    );
    expect(fetchFake).not.toHaveBeenCalled();
  });
});

test('a connection that fails or breaks is unreachable, and says no secret', async () => {
  const { origin } = await serveFiles((_, response) => {
    response.write('hel');
    response.destroy();
  });
  const downloading = download(`${origin}/a?key=secret#secret`);
  await expect(downloading).rejects.toEqual(failure('unreachable', /\/a could not be/));
  await expect(downloading).rejects.not.toThrow(/secret/);
  const throws = (): never => {
    throw new TypeError('no network');
  };
  await expect(download('https://shop.example/', { fetch: throws })).rejects.toEqual(
    failure('unreachable'),
  );
});

test('a body of something else than bytes is no file', async () => {
  const texts = new ReadableStream({ pull: (controller) => controller.enqueue('text') });
  const fetchFake = async () => new Response(texts);
  await expect(download('https://shop.example/', { fetch: fetchFake })).rejects.toEqual(
    failure('unreachable'),
  );
});

test('an address without end is not repeated without end', async () => {
  const address = `https://shop.example/${'a'.repeat(100_000)}`;
  const limits = { fetch: async () => new Response(null, { status: 404 }) };
  const error = await download(address, limits).catch((thrown: unknown) => thrown);
  expect(error instanceof Error && error.message.length).toBeLessThan(500);
});

test('a fetch of the own is given each address and the signal, and cannot change where it leads', async () => {
  const fetched: unknown[] = [];
  const fetchFake: DownloadLimits['fetch'] = async (url, init) => {
    fetched.push([url.href, init.redirect, init.signal instanceof AbortSignal]);
    url.hostname = 'elsewhere.example';
    return fetched.length === 1
      ? new Response(null, { status: 301, headers: { location: '/b' } })
      : new Response('hello', { headers: { 'content-type': 'text/plain' } });
  };
  expect(await download('https://shop.example/a', { fetch: fetchFake })).toEqual(HELLO);
  expect(fetched).toEqual([
    ['https://shop.example/a', 'manual', true],
    ['https://shop.example/b', 'manual', true],
  ]);
});
