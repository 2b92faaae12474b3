import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server that is there for the tests only. */
export interface PostgresServer {
  readonly url: string;
  /** Ends it without any farewell, as a crash does, and starts it again on the same data. */
  readonly crashAndRestart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Where the server's programs are: named by `HELVE_POSTGRES_BIN`, or where Debian and others put them. */
export function findPostgres(): string | undefined {
  const folders = [
    process.env['HELVE_POSTGRES_BIN'] ?? '',
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
    ...globSync('/opt/homebrew/opt/postgresql@*/bin').sort().reverse(),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find(
    (folder) =>
      folder !== '' && ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/**
 * Starts a server on a free port of this machine, its data in a temporary folder. Run by root, it is
 * somebody else's process: PostgreSQL refuses to be root's.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = findPostgres();
  if (bin === undefined) {
    throw new Error('These tests need the programs of PostgreSQL: install its server package.');
  }
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'helve-postgres-'));
  const data = join(folder, 'data');
  // whoever runs the server has to get there
  chmodSync(folder, 0o755);
  if (user) chownSync(folder, user.uid, user.gid);
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8'];
  const made = spawnSync(join(bin, 'initdb'), [...init, '--locale=C'], {
    cwd: '/',
    encoding: 'utf8',
    ...user,
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stdout}${made.stderr}`);
  const port = await freePort();
  const start = () => startServer(join(bin, 'postgres'), { data, folder, port, user });
  let server = await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crashAndRestart: async () => {
      // SIGQUIT is PostgreSQL's immediate shutdown: what a crash leaves behind, without orphans
      await server.end('SIGQUIT');
      server = await start();
    },
    stop: async () => {
      await server.end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string, name: string): number =>
    Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim() || Number.NaN);
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf('-u', name), idOf('-g', name)];
    if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody".');
}

interface Place {
  readonly data: string;
  readonly folder: string;
  readonly port: number;
  readonly user: User | undefined;
}

async function startServer(program: string, { data, folder, port, user }: Place) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: 60,
  };
  const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const child = spawn(program, ['-D', data, ...args], {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  const kill = (): boolean => child.kill('SIGQUIT');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    void ended.then(() => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });
  return {
    end: async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
      process.off('exit', kill);
      child.kill(signal);
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address === 'object' && address) return address.port;
  throw new Error('There is no free port.');
}
