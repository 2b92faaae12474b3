import type { RolldownOptions } from 'rolldown';

/**
 * How a package is bundled for publishing: ES modules, one file for each entry point and a few that
 * they share, because loading a file costs about as much as the code in it. Written for people to
 * read, so without minification; declaration files are the compiler's, see `tsconfig.build.json`.
 *
 * @param entries where the entry points are, by what they are called in `dist`
 */
export function libraryBundle(entries: Readonly<Record<string, string>>): RolldownOptions {
  return {
    input: { ...entries },
    // only the package's own files go in; dependencies stay imports
    external: (id) => !/^[./]/.test(id),
    // no Node built-in gets a replacement, and none gets in unnoticed: lint forbids them in sources
    platform: 'neutral',
    transform: { target: 'es2023' },
    tsconfig: 'tsconfig.build.json',
    onLog: (level, log, defaultHandler) => {
      defaultHandler(level === 'warn' ? 'error' : level, log);
    },
    output: {
      dir: 'dist',
      cleanDir: true,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name].js',
    },
  };
}
