import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../measure/seeded.ts';
import { GrowingJson } from './growing-json.ts';
import { pieces } from './script.ts';

const value = {
  path: '/a "b"\n\u00e9\u{1f600}',
  rows: [{ n: -1.5e3, on: true, off: null, text: '' }, [], {}, ['x\\', 'y'], 7],
  nested: { deep: { deeper: [[1, 2], 'end'] } },
};

void test('what was pushed in pieces of any length comes out whole', () => {
  const text = JSON.stringify(value);
  for (let length = 1; length <= text.length; length += 1) {
    const growing = new GrowingJson();
    for (const piece of pieces(text, length)) growing.push(piece);
    assert.deepEqual(growing.value, value, `pieces of ${length}`);
  }
});

void test('an unfinished text is there as far as it has come', () => {
  const growing = new GrowingJson();
  growing.push('{"a":["x","he');
  assert.deepEqual(growing.value, { a: ['x', 'he'] });
  growing.push('llo"],"b":"w');
  assert.deepEqual(growing.value, { a: ['x', 'hello'], b: 'w' });
});

void test('random texts grow and never shrink', () => {
  const seed = Date.now() % 1_000_000;
  const random = seeded(seed);
  for (let round = 0; round < 200; round += 1) {
    const content = Array.from({ length: 40 }, () => '"\\\n\tab{}[],:'[Math.floor(random() * 12)]);
    const text = JSON.stringify({ content: content.join('') });
    const growing = new GrowingJson();
    let before = 0;
    for (const piece of pieces(text, 1 + Math.floor(random() * 7))) {
      growing.push(piece);
      // the object that was written above
      const { content: grown = '' } = (growing.value ?? {}) as { content?: string };
      assert.ok(grown.length >= before, `seed ${seed}`);
      before = grown.length;
    }
    assert.deepEqual(growing.value, { content: content.join('') }, `seed ${seed}`);
  }
});
