import { posix } from 'node:path';
import type { Room } from './floor-table.ts';
import type { Import } from './list-imports.ts';

/** A source file of the library, its path relative to `src`. */
export interface SourceFile {
  readonly path: string;
  readonly imports: readonly Import[];
}

/**
 * Holds the code against the floor table: a room imports itself and what its row allows, files
 * directly in `src` are entry points and import what they like, and no file reaches itself through
 * its imports.
 *
 * @returns one line for each disagreement
 */
export function judgeFloors(rooms: readonly Room[], files: readonly SourceFile[]): string[] {
  return [...judgeRooms(rooms, files), ...judgeImports(rooms, files), ...judgeCycles(files)];
}

function judgeRooms(rooms: readonly Room[], files: readonly SourceFile[]): string[] {
  const inCode = new Set(files.map((file) => roomOf(file.path)).filter((name) => name !== ''));
  const inTable = new Set(rooms.map((room) => room.name));
  return [
    ...[...inCode.difference(inTable)].map((name) => `${name}/ has no row in the floor table`),
    ...[...inTable.difference(inCode)].map((name) => `${name} is in the floor table, not in src`),
  ];
}

function judgeImports(rooms: readonly Room[], files: readonly SourceFile[]): string[] {
  const problems: string[] = [];
  for (const file of files) {
    const from = rooms.find((room) => room.name === roomOf(file.path));
    for (const { specifier, line } of file.imports) {
      const at = `${file.path}:${line}`;
      if (specifier === 'helve' || specifier.startsWith('helve/')) {
        problems.push(`${at} imports the package it is part of: use a relative path`);
      }
      const target = targetOf(file.path, specifier);
      if (target === undefined) continue;
      const to = roomOf(target);
      if (target.startsWith('..')) {
        problems.push(`${at} imports ${specifier}, which is outside src`);
      } else if (from !== undefined && to === '') {
        problems.push(`${at} imports ${target}: an entry point lies above every room`);
      } else if (from !== undefined && to !== from.name && !from.mayImport.includes(to)) {
        problems.push(`${at} imports ${target}: ${from.name} may import ${allowed(from)}`);
      }
    }
  }
  return problems;
}

function judgeCycles(files: readonly SourceFile[]): string[] {
  const graph = new Map(
    files.map((file) => [
      file.path,
      file.imports.flatMap(({ specifier }) => targetOf(file.path, specifier) ?? []),
    ]),
  );
  const problems: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const seenAt = trail.indexOf(path);
    if (seenAt >= 0) {
      problems.push(`import cycle: ${[...trail.slice(seenAt), path].join(' → ')}`);
    } else if (!done.has(path)) {
      for (const next of graph.get(path) ?? []) walk(next, [...trail, path]);
      done.add(path);
    }
  };
  for (const path of graph.keys()) walk(path, []);
  return problems;
}

/** The first folder of a path, or '' for a file directly in `src`. */
function roomOf(path: string): string {
  const slash = path.indexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

function targetOf(importer: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return posix.join(posix.dirname(importer), specifier);
}

function allowed(room: Room): string {
  return room.mayImport.length === 0 ? 'only itself' : `only ${room.mayImport.join(', ')}`;
}
