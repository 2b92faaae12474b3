import type { LoadFile } from '../../model/download/download-file.ts';
import { loadOnce } from '../../schema/load-once.ts';
import type { DownloadChoice } from './stored-downloads.ts';

const loaders = loadOnce(async () => {
  const [{ createFileLoader }, { resolveDownloads }] = await Promise.all([
    import('./file-loader.ts'),
    import('./resolve-downloads.ts'),
  ]);
  return (...choices: readonly DownloadChoice[]) => createFileLoader(resolveDownloads(...choices));
});

/**
 * What downloads the files of one run. Few runs download anything: without settings there is nothing
 * to check, and what downloads is loaded with the first file.
 *
 * @throws InvalidAgentError for settings that cannot be.
 */
export function loadFiles(...choices: readonly DownloadChoice[]): LoadFile | Promise<LoadFile> {
  if (choices.some((choice) => choice !== undefined)) return makeLoader(choices);
  let load: Promise<LoadFile> | undefined;
  return async (url, signal) => {
    load ??= makeLoader([]);
    return (await load)(url, signal);
  };
}

async function makeLoader(choices: readonly DownloadChoice[]): Promise<LoadFile> {
  const make = await loaders();
  return make(...choices);
}
