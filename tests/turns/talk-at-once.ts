import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Store } from 'helve/store';
import { expect } from 'vitest';

const PROGRAM = fileURLToPath(new URL('talk.ts', import.meta.url));

/** Which store the processes share, as the program takes it. */
export type StorePlace = readonly [kind: 'sqlite' | 'postgres', place: string, schema: string];

/**
 * Lets several processes talk on one thread at the same instant, and checks that it came to one
 * conversation in which everybody was told all that was said before.
 */
export async function talkAtOnce(place: StorePlace, store: Store, count: number): Promise<void> {
  const names = ['a', 'b'];
  const processes = names.map((name) => start([name, ...place, String(count)]));
  await Promise.all(processes.map(({ ready }) => ready));
  for (const { go } of processes) go();
  const prompts = (await Promise.all(processes.map(({ said }) => said))).flat();

  const thread = await store.loadThread('t');
  const texts = thread.map(({ message: { content } }) =>
    typeof content === 'string' ? content : content.map((part) => Reflect.get(part, 'text')).join(),
  );
  const questions = texts.filter((_, index) => index % 2 === 0);
  expect([...questions].sort()).toEqual(
    names.flatMap((name) => Array.from({ length: count }, (_, index) => `${name}${index}`)).sort(),
  );
  expect(texts).toEqual(questions.flatMap((text) => [text, `answer to ${text}`]));
  for (const name of names) {
    const own = questions.filter((text) => text.startsWith(name));
    expect(own).toEqual(own.map((_, index) => `${name}${index}`));
  }
  prompts.sort((one, other) => one.length - other.length);
  expect(prompts).toEqual(questions.map((_, index) => texts.slice(0, 2 * index + 1)));
}

function start(args: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said: string[][] = [];
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    isReady = resolve;
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`A process ended with ${code}.`)));
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'ready') isReady();
    else said.push(JSON.parse(line));
  });
  return {
    ready,
    go: () => child.stdin.end('go\n'),
    said: new Promise<string[][]>((resolve, reject) => {
      child.once('close', (code) =>
        code === 0 ? resolve(said) : reject(new Error(`A process ended with ${code}.`)),
      );
    }),
  };
}
