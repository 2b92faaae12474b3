import { expect, test } from 'vitest';
import { bytesToBase64 } from '../base64.ts';
import { FileDownloadError } from './file-download-error.ts';
import { mediaTypeOfDownload } from './media-type-of-download.ts';

const PNG = bytesToBase64(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a));
const OTHER = bytesToBase64(Uint8Array.of(1, 2, 3));

test.each([
  ['what the message says in full', 'image/gif', 'image/png', PNG, '/a.png', 'image/gif'],
  ['what the server says', 'image', 'IMAGE/AVIF; q=1', PNG, '/a.png', 'image/avif'],
  ['what the server says', 'image/*', 'image/webp', OTHER, '/a', 'image/webp'],
  ['the content, where the server says nothing', 'image', undefined, PNG, '/a.gif', 'image/png'],
  ['the content, where it knows nothing', 'image', 'binary/octet-stream', PNG, '/a', 'image/png'],
  ['the content, where the server is wrong', 'image', 'text/plain', PNG, '/a', 'image/png'],
  ['the address, where nothing else tells', 'image', undefined, OTHER, '/a.gif?x=1', 'image/gif'],
  ['the half that is known', 'image', 'no type', OTHER, '/a', 'image/*'],
  ['what the server says, of a message without', undefined, 'text/csv', OTHER, '/a', 'text/csv'],
  ['no particular type', undefined, undefined, OTHER, '/a', 'application/octet-stream'],
])('a media type is %s (%s, %s)', (_, declared, contentType, data, path, expected) => {
  const url = new URL(path, 'https://shop.example');
  expect(mediaTypeOfDownload(url, declared, { data, contentType })).toBe(expected);
});

test('a page in the place of an image is refused', () => {
  const url = new URL('https://shop.example/7.png?token=secret');
  const read = () =>
    mediaTypeOfDownload(url, 'image', { data: OTHER, contentType: 'text/html; charset=utf-8' });
  expect(read).toThrow(
    expect.objectContaining({ code: 'FILE_DOWNLOAD_FAILED', reason: 'media-type' }),
  );
  expect(read).toThrow(/https:\/\/shop\.example\/7\.png could .* text\/html/);
});

test('the error is told from others across copies of the library', () => {
  const error = new FileDownloadError(new URL('https://shop.example/'), {
    reason: 'off',
    why: 'x',
  });
  expect(FileDownloadError.isInstance(error)).toBe(true);
  expect(FileDownloadError.isInstance(new Error('x'))).toBe(false);
});
