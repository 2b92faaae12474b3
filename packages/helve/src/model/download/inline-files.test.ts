import { expect, test, vi } from 'vitest';
import type { ModelMessage } from '../../tool/message.ts';
import type { LoadFile } from './download-file.ts';
import { createFileInliner } from './inline-files.ts';

const text: ModelMessage = { role: 'user', content: 'Hi' };
const answer: ModelMessage = { role: 'assistant', content: 'Hello' };

function picture(url: string): ModelMessage {
  return {
    role: 'user',
    content: [{ type: 'file', source: { type: 'url', url }, mediaType: 'image/png' }],
  };
}

function loader(): LoadFile {
  return async (url) => ({ data: btoa(url.pathname), contentType: undefined });
}

/** An array that counts how often its messages are taken from it. */
function watched(messages: readonly ModelMessage[]) {
  const reads = { count: 0 };
  const array = new Proxy([...messages], {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads.count += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  return { array, reads };
}

test('a conversation without such files goes on as the array that it is', async () => {
  const inline = createFileInliner(() => true);
  const messages = [text, picture('https://shop.example/a.png'), answer];
  const inlined = await inline(messages, loader(), undefined);
  expect(inlined.messages).toBe(messages);
});

test('a step looks only at the messages it adds', async () => {
  const inline = createFileInliner(() => false);
  const load = vi.fn(loader());
  const past = Array.from({ length: 1_000 }, () => answer);
  const { array, reads } = watched([picture('https://shop.example/a.png'), ...past]);
  const first = await inline(array, load, undefined);
  array.push(answer, picture('https://shop.example/b.png'));
  reads.count = 0;
  const second = await inline(array, load, undefined);
  expect(reads.count).toBeLessThan(20);
  expect(second.messages).toBe(first.messages);
  expect(second.messages).toHaveLength(1_003);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a conversation given as another array is made of the same messages', async () => {
  const inline = createFileInliner(() => false);
  const load = loader();
  const messages = [text, picture('https://shop.example/a.png'), answer];
  const first = await inline(messages, load, undefined);
  const second = await inline([...messages, text], load, undefined);
  expect(second.messages.slice(0, 3)).toEqual(first.messages);
  first.messages.forEach((message, index) => {
    expect(second.messages[index]).toBe(message);
  });
});

test('no message that outlives the run is what its files are remembered by', async () => {
  const inline = createFileInliner(() => false);
  const messages = [text, picture('https://shop.example/a.png')];
  const { messages: inlined } = await inline(messages, loader(), undefined);
  expect(inlined[0]).toEqual(text);
  for (const message of inlined) expect(messages).not.toContain(message);
});

test('a file that is content already is left as it is', async () => {
  const load = vi.fn(loader());
  const messages = [picture('data:image/png;base64,iVBORw0KGgo='), picture('DATA:,x')];
  const inline = createFileInliner(() => false);
  expect((await inline(messages, load, undefined)).messages).toBe(messages);
  expect(load).not.toHaveBeenCalled();
});

test('what is no address is left to the encoder, which says so', async () => {
  const messages = [picture('no address')];
  const inline = createFileInliner(() => false);
  expect((await inline(messages, loader(), undefined)).messages).toBe(messages);
});
