import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** What a program comes to in an application's bundle. */
export interface BundleSize {
  /** Compressed bytes of what is loaded at once. */
  readonly bytes: number;
  /** Compressed bytes of what is loaded later, by `import()`; not part of `bytes`. */
  readonly later: number;
  /** The rooms with the most code in what is loaded at once, with its characters before minification. */
  readonly largest: readonly (readonly [room: string, characters: number])[];
}

/** Optional peers: applications that have them bundle them themselves. */
const PEERS = /^@(?:ai-sdk|opentelemetry)\//;

/**
 * Bundles a program as applications for the edge are bundled: for browsers, minified, dependencies
 * included, each file compressed by itself as it is served.
 *
 * @param roomOf names the part of the project that a module belongs to
 */
export async function bundleSize(
  program: string,
  roomOf: (module: string) => string,
): Promise<BundleSize> {
  const name = 'program.js';
  const bundle = await rolldown({
    input: name,
    platform: 'browser',
    external: PEERS,
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === name ? id : null),
        load: (id) => (id === name ? program : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  const atOnce = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  // a set that grows while it is walked is walked to its end
  for (const fileName of atOnce) {
    const chunk = chunks.find((each) => each.fileName === fileName);
    for (const imported of chunk?.imports ?? []) atOnce.add(imported);
  }
  const sizes = { bytes: 0, later: 0 };
  const rooms = new Map<string, number>();
  for (const { fileName, code, modules } of chunks) {
    const isLater = !atOnce.has(fileName);
    sizes[isLater ? 'later' : 'bytes'] += gzipSync(code, { level: 9 }).length;
    if (isLater) continue;
    for (const [module, { renderedLength }] of Object.entries(modules)) {
      const room = roomOf(module);
      rooms.set(room, (rooms.get(room) ?? 0) + renderedLength);
    }
  }
  const largest = [...rooms].sort(([, a], [, b]) => b - a);
  return { ...sizes, largest };
}
