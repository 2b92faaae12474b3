import { isObject } from './json.ts';
import { McpConfigError } from './mcp-errors.ts';
import type { ServerSettings } from './server-settings.ts';

type Entry = Readonly<Record<string, unknown>>;

/** What a field takes, in words and as a test. */
type Field = readonly [takes: string, fits: (value: unknown) => boolean];

/** How files and clients call the transports. */
const HTTP_TYPES: Readonly<Record<string, 'only' | 'never'>> = {
  sse: 'only',
  http: 'never',
  'streamable-http': 'never',
  streamableHttp: 'never',
  streamable_http: 'never',
};

const PROGRAM: Readonly<Record<string, Field>> = {
  type: ["'stdio', where it has a `command`", (value) => value === 'stdio'],
  command: ['the name or the path of a program', (value) => isText(value) && value !== ''],
  args: ['a list of texts', (value) => Array.isArray(value) && value.every(isText)],
  env: ['an object of texts: put numbers into quotes', isTextRecord],
  cwd: ['a path', isText],
};

const ADDRESS: Readonly<Record<string, Field>> = {
  type: ["'http' or 'sse', where it has a `url`", (value) => Object.hasOwn(HTTP_TYPES, `${value}`)],
  url: ['an http: or https: address', isAddress],
  headers: ['an object of texts', isTextRecord],
  auth: ['a bearer token, a function that gets one, or an OAuthClientProvider', isAuth],
  fetch: ['a function', (value) => typeof value === 'function'],
};

/**
 * Reads how a server is reached.
 *
 * @throws McpConfigError naming the server, the field that is wrong, and what it takes.
 */
export function readTransport(name: string, entry: Entry): ServerSettings['transport'] {
  const isProgram = entry['command'] !== undefined;
  if (isProgram === (entry['url'] !== undefined)) {
    throw new McpConfigError(
      `The MCP server "${name}" must be { command, args?, env?, cwd? } or { url, type?, headers?, auth? }, and has ${isProgram ? 'both `command` and `url`' : 'neither `command` nor `url`'}.`,
    );
  }
  const fields = Object.entries(isProgram ? PROGRAM : ADDRESS);
  const given = fields.filter(([field]) => entry[field] !== undefined);
  for (const [field, [takes, fits]] of given) {
    if (fits(entry[field])) continue;
    throw new McpConfigError(`\`${field}\` of the MCP server "${name}" must be ${takes}.`);
  }
  const { type, ...rest } = Object.fromEntries(given.map(([field]) => [field, entry[field]]));
  // The fields were just checked.
  return (
    isProgram
      ? { kind: 'stdio', ...rest }
      : { kind: 'http', sse: type === undefined ? 'if need be' : HTTP_TYPES[`${type}`], ...rest }
  ) as ServerSettings['transport'];
}

function isAddress(value: unknown): boolean {
  return isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isAuth(auth: unknown): boolean {
  if (typeof auth === 'string') return auth !== '';
  if (typeof auth === 'function') return true;
  return typeof auth === 'object' && auth !== null && ('token' in auth || 'tokens' in auth);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextRecord(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isText);
}
