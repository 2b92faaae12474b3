/** The longest name that every provider takes. */
const MAX_LENGTH = 64;
const OUTSIDE = /[^a-zA-Z0-9_-]/g;
/** How names end that have a hash: no other name may end so, or the two could meet. */
const HASHED = /_[0-9a-f]{8}$/;

/** A server, and what its name may be mistaken for. */
export interface NameSpace {
  readonly server: string;
  /** Whether another server's name and `_` begin it, so that `a_b_c` could be of either. */
  readonly isAmbiguous: boolean;
}

/** The name spaces of the servers of one client. */
export function nameSpaces(servers: readonly string[]): ReadonlyMap<string, NameSpace> {
  return new Map(
    servers.map((server) => {
      const isAmbiguous = servers.some(
        (other) => other !== server && `${server}_`.startsWith(`${plain(other)}_`),
      );
      return [server, { server, isAmbiguous }];
    }),
  );
}

/**
 * The name that a model knows a server's tool by: `server_tool`, of the characters and the length
 * that every provider takes. It depends on these two names and the other servers', never on which
 * other tools there are, so that it stays the same while a call waits. Where the plain form could be
 * another tool's too, or does not fit, a hash of both names is put behind it.
 *
 * @example
 * ```ts
 * toolName({ server: 'files', isAmbiguous: false }, 'read_file'); // 'files_read_file'
 * toolName({ server: 'files', isAmbiguous: false }, 'read.file'); // 'files_read_file_9d6c1b58'
 * ```
 */
export function toolName({ server, isAmbiguous }: NameSpace, tool: string): string {
  const whole = `${server}_${tool}`;
  const fits =
    !isAmbiguous && whole.length <= MAX_LENGTH && plain(whole) === whole && !HASHED.test(whole);
  if (fits) return whole;
  const hash = hashOf(`${server}\0${tool}`);
  return `${plain(whole).slice(0, MAX_LENGTH - hash.length - 1)}_${hash}`;
}

function plain(name: string): string {
  return name.replace(OUTSIDE, '_');
}

/** FNV-1a, in 32 bits: it only has to tell the names of one configuration apart. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
