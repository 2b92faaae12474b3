import { expect, test } from 'vitest';
import { download, failure, HELLO, sayHello } from './download-kit.ts';
import { serveFiles } from './file-server-kit.ts';

test('a redirect is followed, relative ones too', async () => {
  const { origin, requests } = await serveFiles((request, response) => {
    if (request.url === '/a') response.writeHead(302, { location: 'b?x=1' }).end('moved');
    else sayHello(request, response);
  });
  expect(await download(`${origin}/a`)).toEqual(HELLO);
  expect(requests).toEqual(['/a', '/b?x=1']);
});

test('a redirect is followed only so many times', async () => {
  const { origin, requests } = await serveFiles((_, response) => {
    response.writeHead(307, { location: '/again' }).end();
  });
  await expect(download(origin)).rejects.toEqual(failure('status', /more than 2 times/));
  expect(requests).toHaveLength(3);
});

test.each([
  'http://169.254.169.254/latest/meta-data/?token=secret',
  'http://[::ffff:7f00:1]/',
  'http://2130706433/',
  'http://localhost/',
  'file:///etc/passwd',
  'https://user:secret@93.184.215.14/',
])('a redirect to %s is refused, and nothing is fetched from there', async (location) => {
  const fetched: string[] = [];
  const fetchFake = async (url: URL): Promise<Response> => {
    fetched.push(url.href);
    return new Response('moved', { status: 302, headers: { location } });
  };
  const limits = { allowPrivateAddresses: false, fetch: fetchFake };
  const downloading = download('https://93.184.215.14/a?key=secret', limits);
  await expect(downloading).rejects.toEqual(failure('address', /it redirects to/));
  await expect(downloading).rejects.not.toThrow(/secret/);
  expect(fetched).toEqual(['https://93.184.215.14/a?key=secret']);
});

test('a redirect that a fetch of the own followed unseen is refused', async () => {
  const { origin } = await serveFiles((request, response) => {
    if (request.url === '/a') response.writeHead(302, { location: '/b' }).end();
    else sayHello(request, response);
  });
  const follows = (url: URL): Promise<Response> => fetch(url);
  await expect(download(`${origin}/a`, { fetch: follows })).rejects.toEqual(
    failure('address', /redirect: 'manual'/),
  );
});
