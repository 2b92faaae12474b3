import { describe, expect, test } from 'vitest';
import { readSupportedUrls } from './supports-url.ts';

const image = new URL('https://a.example/B.png');

describe('an address', () => {
  test.each([
    ['any image', { 'image/*': [/^https:/] }],
    ['that very type', { 'image/png': [/^https:/] }],
    ['anything', { '*/*': [/^https:/] }],
    ['anything, written short', { '*': [/^https:/] }],
    ['one of several kinds of addresses', { 'image/*': [/^s3:/, /^https:/] }],
    ['one of several types', { 'application/pdf': [], 'image/*': [/^https:/] }],
    ['addresses compared in lower case', { 'image/*': [/b\.png$/] }],
  ])('is taken by a model that takes %s', async (_what, supportedUrls) => {
    const supportsUrl = await readSupportedUrls({ supportedUrls });
    expect(supportsUrl(image, 'image/png')).toBe(true);
  });

  test.each([
    ['nothing', {}],
    ['other types', { 'application/pdf': [/^https:/] }],
    ['another image type', { 'image/gif': [/^https:/] }],
    ['other addresses', { 'image/*': [/^s3:/] }],
    ['what is no pattern', { 'image/*': ['https:'], '*': null }],
  ])('is not taken by a model that takes %s', async (_what, supportedUrls) => {
    const supportsUrl = await readSupportedUrls({ supportedUrls });
    expect(supportsUrl(image, 'image/png')).toBe(false);
  });

  test('of an image of unknown kind is taken where any image is', async () => {
    const supportsUrl = await readSupportedUrls({ supportedUrls: { 'image/*': [/^https:/] } });
    expect([supportsUrl(image, 'image'), supportsUrl(image, 'image/*')]).toEqual([true, true]);
  });

  test('is taken each time by a pattern that remembers where it was', async () => {
    const supportsUrl = await readSupportedUrls({ supportedUrls: { '*': [/https/g] } });
    expect([supportsUrl(image, 'a/b'), supportsUrl(image, 'a/b')]).toEqual([true, true]);
  });
});

test('a model may tell later what it takes', async () => {
  const supportsUrl = await readSupportedUrls({ supportedUrls: Promise.resolve({}) });
  expect(supportsUrl(image, 'image/png')).toBe(false);
});

test.each([
  ['does not tell', () => undefined],
  ['tells nonsense', () => 'all'],
  ['fails to tell', () => Promise.reject(new Error('offline'))],
  [
    'throws when it is asked',
    () => {
      throw new Error('not set up');
    },
  ],
])('a model that %s is trusted with the address', async (_what, tell) => {
  const model = {
    get supportedUrls(): unknown {
      return tell();
    },
  };
  expect((await readSupportedUrls(model))(image, 'image/png')).toBe(true);
});
