import { expect, test } from 'vitest';
import { completeMediaType } from './complete-media-type.ts';
import type { ResolvedFile } from './resolve-file.ts';
import { resolveFile } from './resolve-file.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUg';

function file(source: Parameters<typeof resolveFile>[0], mediaType?: string): ResolvedFile {
  const resolved = resolveFile(source, mediaType);
  if (resolved === undefined) throw new Error('the test needs a usable source');
  return resolved;
}

test.each([
  ['a full media type stays', file({ type: 'data', data: PNG }, 'image/x-own'), 'image/x-own'],
  ['a first half is completed', file({ type: 'data', data: PNG }, 'image'), 'image/png'],
  ['a wildcard is completed', file({ type: 'data', data: PNG }, 'image/*'), 'image/png'],
  ['a contradiction is not', file({ type: 'data', data: PNG }, 'audio'), 'audio/*'],
  [
    'a missing one is told from the content',
    file({ type: 'data', data: 'JVBERi0xLjc' }),
    'application/pdf',
  ],
  [
    'WebP and WAV begin alike: WebP',
    file({ type: 'data', data: btoa('RIFF1234WEBPVP8 ') }),
    'image/webp',
  ],
  [
    'WebP and WAV begin alike: WAV',
    file({ type: 'data', data: btoa('RIFF1234WAVEfmt ') }),
    'audio/wav',
  ],
  ['unknown content', file({ type: 'data', data: 'AAAA' }), 'application/octet-stream'],
  ['unknown content of a known kind', file({ type: 'data', data: 'AAAA' }, 'image'), 'image/*'],
  [
    'an address with an extension',
    file({ type: 'url', url: 'https://a.example/b.JPG?c=d.pdf' }),
    'image/jpeg',
  ],
  [
    'an address without one',
    file({ type: 'url', url: 'https://a.example/constructor' }),
    'application/octet-stream',
  ],
  ['text', file({ type: 'text', text: 'hi' }, 'text'), 'text/plain'],
  [
    'a data URI names its own',
    file({ type: 'url', url: 'data:image/gif;base64,AA==' }, 'image'),
    'image/gif',
  ],
  ['a reference', file({ type: 'reference', reference: { openai: 'file-1' } }, 'image'), 'image/*'],
])('%s', (_what, resolved, expected) => {
  expect(completeMediaType(resolved)).toBe(expected);
});
