/** A row of the floor table: one folder of the library, and what it may import. */
export interface Room {
  readonly name: string;
  /** Rooms with a lower number lie below; rooms with the same number don't see each other. */
  readonly floor: number;
  readonly mayImport: readonly string[];
}

/** What {@link readFloorTable} found. */
export interface FloorTable {
  readonly rooms: readonly Room[];
  readonly problems: readonly string[];
}

const start = '<!-- floors:start -->';
const end = '<!-- floors:end -->';

/**
 * Reads the table between the two floor comments of docs/architecture.md. Its rows go from the
 * ground up; the columns `room` and `may import` are found by their headings, and a column `floor`,
 * where there is one, numbers the rows. `may import` holds room names separated by commas,
 * `everything below`, or `nothing`.
 */
export function readFloorTable(markdown: string): FloorTable {
  const from = markdown.indexOf(start);
  const to = markdown.indexOf(end, from);
  if (from < 0 || to < 0) {
    return { rooms: [], problems: [`no floor table: expected one between ${start} and ${end}`] };
  }
  const rows = markdown
    .slice(from + start.length, to)
    .split('\n')
    .filter((line) => line.trim().startsWith('|'))
    .map(cells);
  const headings = rows[0]?.map((cell) => cell.toLowerCase()) ?? [];
  const column = { room: headings.indexOf('room'), mayImport: headings.indexOf('may import') };
  if (column.room < 0 || column.mayImport < 0) {
    return { rooms: [], problems: ['the floor table needs the columns "room" and "may import"'] };
  }
  const floorColumn = headings.indexOf('floor');
  const problems: string[] = [];
  const rooms: Room[] = [];
  // the row after the headings holds only dashes
  for (const row of rows.slice(2)) {
    const name = row[column.room] ?? '';
    const floor = floorColumn < 0 ? rooms.length : Number(row[floorColumn]);
    const below = rooms.filter((room) => room.floor < floor).map((room) => room.name);
    const mayImport = readMayImport(row[column.mayImport] ?? '', below);
    if (name === '') problems.push('the floor table has a row without a room');
    if (rooms.some((room) => room.name === name)) problems.push(`${name} is twice in the table`);
    if (!Number.isInteger(floor) || floor < (rooms.at(-1)?.floor ?? floor)) {
      problems.push(`${name}: floors are whole numbers that go up from row to row`);
    }
    for (const other of mayImport.filter((other) => !below.includes(other))) {
      problems.push(`${name} may not import ${other}: it is not on a lower floor of the table`);
    }
    rooms.push({ name, floor, mayImport });
  }
  if (rooms.length === 0) problems.push('the floor table has no rows');
  return { rooms, problems };
}

function cells(row: string): string[] {
  return row.trim().replace(/^\|/, '').replace(/\|$/, '').split('|').map(plain);
}

function plain(cell: string): string {
  return cell.replaceAll(/[`*]/g, '').trim().replace(/\/$/, '');
}

function readMayImport(cell: string, below: readonly string[]): readonly string[] {
  if (cell === 'everything below') return below;
  if (cell === '' || cell === 'nothing' || cell === '—') return [];
  return cell.split(',').map((name) => name.trim().replace(/\/$/, ''));
}
