import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { createScreen } from '../src/terminal/screen.ts';
import { showTable } from '../src/terminal/table.ts';

function screenOf(columns: number) {
  let written = '';
  // all that a screen needs of a stream
  const out = {
    columns,
    write: (text: string) => (written += text),
  } as unknown as NodeJS.WriteStream;
  const lines = () => stripVTControlCharacters(written).split('\n').slice(0, -1);
  return { screen: createScreen(out), lines };
}

test('text that comes in pieces is wrapped between words', () => {
  const { screen, lines } = screenOf(23);
  for (const piece of ['Hel', 'lo the', 're, good ', 'peo', 'ple of Cork']) screen.say(piece);
  screen.stop();
  assert.deepEqual(lines(), ['│  Hello there, good', '│  people of Cork']);
});

test('no line is wider than the terminal, whatever is shown', () => {
  const { screen, lines } = screenOf(60);
  const long = 'word '.repeat(40) + 'x'.repeat(200);
  screen.heading('>', 'title', long);
  screen.say(long);
  screen.lines(long);
  showTable(
    [
      ['one', [['name', long]]],
      ['two', [['name', 'short']]],
    ],
    screen,
  );
  assert.ok(lines().length > 20);
  assert.deepEqual(
    lines().filter((line) => line.length > 60),
    [],
  );
});

test('text from outside cannot move the cursor', () => {
  const { screen, lines } = screenOf(60);
  screen.say('\u001b[2Jgone\u001b');
  screen.say(']0;title\u0007 text');
  screen.stop();
  assert.equal(lines().join('').includes('\u001b'), false);
  assert.equal(lines().join('').includes('\u0007'), false);
});
