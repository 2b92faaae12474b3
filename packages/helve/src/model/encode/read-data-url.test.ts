import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesToBase64, textToBase64 } from '../base64.ts';
import { readDataUrl } from './read-data-url.ts';

describe('a data URI is taken apart', () => {
  test.each([
    ['base64', 'data:image/png;base64,iVBORw0K', { data: 'iVBORw0K', mediaType: 'image/png' }],
    [
      'a scheme in capitals',
      'DATA:image/PNG;BASE64,AA==',
      { data: 'AA==', mediaType: 'image/png' },
    ],
    ['no media type', 'data:;base64,AA==', { data: 'AA==' }],
    ['nothing but content', 'data:,hi', { data: textToBase64('hi') }],
    [
      'plain text with escapes',
      'data:text/plain;charset=utf-8,a%20b%C3%A9',
      { data: textToBase64('a bé'), mediaType: 'text/plain' },
    ],
    ['escaped base64', 'data:image/gif;base64,AA%3D%3D', { data: 'AA==', mediaType: 'image/gif' }],
    [
      'a broken escape',
      'data:text/plain,100%',
      { data: textToBase64('100%'), mediaType: 'text/plain' },
    ],
    [
      'commas in the content',
      'data:text/csv,a,b',
      { data: textToBase64('a,b'), mediaType: 'text/csv' },
    ],
  ])('with %s', (_what, url, expected) => {
    expect(readDataUrl(url)).toEqual(expected);
  });

  test.each(['https://example.com/a.png', 'data', 'data:image/png;base64', ''])(
    'and %j is none',
    (url) => {
      expect(readDataUrl(url)).toBeUndefined();
    },
  );

  test('and whatever bytes it holds come out again', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const escaped = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
        expect(readDataUrl(`data:application/x,${escaped}`)?.data).toBe(bytesToBase64(bytes));
        const base64 = bytesToBase64(bytes);
        expect(readDataUrl(`data:application/x;base64,${base64}`)?.data).toBe(base64);
      }),
    );
  });
});
