import { expect, test } from 'vitest';
import { readFloorTable } from './floor-table.ts';

const table = (...lines: string[]) =>
  ['text before', '<!-- floors:start -->', '', ...lines, '', '<!-- floors:end -->'].join('\n');

test('reads rooms from the ground up', () => {
  const { rooms, problems } = readFloorTable(
    table(
      '| floor | room | what it is for | may import |',
      '|---|---|---|---|',
      '| 1 | `schema` | schemas in | nothing |',
      '| 2 | `tool` | the tool value | `schema` |',
      '| 2 | `store` | where things are kept | `schema` |',
      '| 3 | `call` | the pipeline | everything below |',
    ),
  );
  expect(problems).toEqual([]);
  expect(rooms).toEqual([
    { name: 'schema', floor: 1, mayImport: [] },
    { name: 'tool', floor: 2, mayImport: ['schema'] },
    { name: 'store', floor: 2, mayImport: ['schema'] },
    { name: 'call', floor: 3, mayImport: ['schema', 'tool', 'store'] },
  ]);
});

test('counts the rows where no column numbers the floors', () => {
  const { rooms } = readFloorTable(
    table('| Room | May import |', '|:--|:--|', '| schema | — |', '| tool | schema |'),
  );
  expect(rooms.map((room) => room.floor)).toEqual([0, 1]);
});

test('refuses a row that looks up, sideways or at a room that is not there', () => {
  const { problems } = readFloorTable(
    table(
      '| floor | room | may import |',
      '|---|---|---|',
      '| 1 | schema | tool |',
      '| 2 | tool | store |',
      '| 2 | store | tool, cellar |',
    ),
  );
  expect(problems).toEqual([
    'schema may not import tool: it is not on a lower floor of the table',
    'tool may not import store: it is not on a lower floor of the table',
    'store may not import tool: it is not on a lower floor of the table',
    'store may not import cellar: it is not on a lower floor of the table',
  ]);
});

test('refuses rows out of order and rooms named twice', () => {
  const { problems } = readFloorTable(
    table(
      '| floor | room | may import |',
      '|---|---|---|',
      '| 2 | schema | nothing |',
      '| 1 | schema | nothing |',
    ),
  );
  expect(problems).toEqual([
    'schema is twice in the table',
    'schema: floors are whole numbers that go up from row to row',
  ]);
});

test('says what is missing when there is no table to read', () => {
  expect(readFloorTable('# Architecture').problems).toHaveLength(1);
  expect(readFloorTable(table('| room |', '|---|')).problems).toEqual([
    'the floor table needs the columns "room" and "may import"',
  ]);
  expect(readFloorTable(table('| room | may import |', '|---|---|')).problems).toEqual([
    'the floor table has no rows',
  ]);
});
