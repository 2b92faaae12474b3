import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A note, and the name of its file. */
export interface Note {
  readonly name: string;
  readonly text: string;
}

/** Notes in a folder, a file each. */
export class Notebook {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async list(): Promise<readonly Note[]> {
    await mkdir(this.#folder, { recursive: true });
    const files = (await readdir(this.#folder)).filter((file) => file.endsWith('.txt')).sort();
    return Promise.all(
      files.map(async (file) => ({
        name: file.slice(0, -4),
        text: await readFile(join(this.#folder, file), 'utf8'),
      })),
    );
  }

  /** Whether there is a note of this name. */
  async has(name: string): Promise<boolean> {
    return (await this.list()).some((note) => note.name === name);
  }

  async write({ name, text }: Note): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(join(this.#folder, `${name}.txt`), text);
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, `${name}.txt`));
  }
}
