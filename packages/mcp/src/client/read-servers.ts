import type { McpClientOptions, McpServerOptions } from './client-options.ts';
import { expandVariables } from './expand-variables.ts';
import { isObject } from './json.ts';
import { McpConfigError } from './mcp-errors.ts';
import type { ServerSettings } from './server-settings.ts';
import { DEFAULTS, rulesOf } from './server-settings.ts';

type Entry = Readonly<Record<string, unknown>>;

/** How files and clients call the transports. */
const HTTP_TYPES: Readonly<Record<string, 'only' | 'never'>> = {
  sse: 'only',
  http: 'never',
  'streamable-http': 'never',
  streamableHttp: 'never',
  streamable_http: 'never',
};

/** Fields by which a configuration vouches for a server. */
const VOUCHING = ['trusted', 'alwaysAllow', 'instructions'] as const;

/**
 * Reads the servers of a client, from an object or from the content of a `mcpServers` file.
 *
 * @throws McpConfigError (`MCP_CONFIG`) naming the server and what is wrong with it.
 */
export function readServers({
  servers,
  serverOptions = {},
  env = {},
}: Pick<McpClientOptions, 'servers' | 'serverOptions' | 'env'>): readonly ServerSettings[] {
  if (!isObject(servers)) throw new McpConfigError('`servers` must be an object: name ⇒ server.');
  const file = isObject(servers['mcpServers']) ? servers['mcpServers'] : undefined;
  // A server may be called so, and then it has what servers have.
  const isFile = file !== undefined && !('command' in file) && !('url' in file);
  const entries = Object.entries(isFile ? file : servers);
  for (const name of Object.keys(serverOptions)) {
    if (entries.some(([server]) => server === name)) continue;
    throw new McpConfigError(`\`serverOptions\` names "${name}", which is not among the servers.`);
  }
  return entries.flatMap(([name, given]) => {
    checkName(name);
    if (!isObject(given)) throw new McpConfigError(`The MCP server "${name}" must be an object.`);
    const entry = isFile ? fromFile(name, given, env) : given;
    const options = { ...entry, ...serverOptions[name] };
    return options.disabled === true ? [] : [readServer(name, options)];
  });
}

/**
 * What counts of an entry of a file. Files are copied from elsewhere, and other clients have the same
 * words for what runs unasked: that is for the code to say, not for a file.
 */
function fromFile(
  name: string,
  entry: Entry,
  env: Readonly<Record<string, string | undefined>>,
): Entry {
  const { serverUrl, httpUrl, transport, ...rest } = entry;
  const url = rest['url'] ?? httpUrl ?? serverUrl;
  const type = rest['type'] ?? transport;
  const known = Object.entries({
    ...rest,
    ...(url === undefined ? {} : { url }),
    ...(type === undefined ? {} : { type }),
  });
  const kept = known.filter(([key]) => !VOUCHING.some((field) => field === key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, expandVariables(name, value, env)] as const),
  );
}

function checkName(name: string): void {
  if (name.trim() === '' || name.length > 48) {
    throw new McpConfigError(
      `"${name}" cannot name an MCP server: use 1 to 48 characters, as the names of its tools begin with it.`,
    );
  }
  if (/^helve(?![a-zA-Z0-9-])/.test(name)) {
    throw new McpConfigError(
      `"${name}" cannot name an MCP server: names of tools that begin with "helve_" are reserved.`,
    );
  }
}

function readServer(name: string, entry: Entry): ServerSettings {
  for (const field of Object.keys(DEFAULTS)) checkNumber(name, field, entry[field]);
  for (const field of ['allow', 'deny', 'alwaysAllow']) checkNames(name, field, entry[field]);
  const { trusted } = entry;
  if (typeof trusted !== 'boolean') checkNames(name, 'trusted', trusted);
  // The fields were just checked.
  const options = entry as McpServerOptions;
  const { required = false, instructions = trusted === true, protocol = 'auto' } = options;
  const given = Object.entries(entry).filter(([field, value]) => field in DEFAULTS && value);
  return {
    name,
    transport: readTransport(name, entry),
    ...DEFAULTS,
    ...Object.fromEntries(given),
    required,
    instructions,
    protocol,
    ...rulesOf(options),
  };
}

function readTransport(name: string, entry: Entry): ServerSettings['transport'] {
  const { type, command, args, env, cwd, url, headers, auth, fetch } = entry;
  if (typeof command === 'string' && command !== '' && url === undefined) {
    const isOdd =
      (type !== undefined && type !== 'stdio') ||
      (args !== undefined && !isTextList(args)) ||
      (env !== undefined && !isTextRecord(env)) ||
      (cwd !== undefined && typeof cwd !== 'string');
    if (isOdd) throw oddServer(name);
    // The fields were just checked.
    return {
      kind: 'stdio',
      command,
      ...defined({ args, env, cwd }),
    } as ServerSettings['transport'];
  }
  const sse = type === undefined ? 'if need be' : HTTP_TYPES[String(type)];
  const isOdd =
    typeof url !== 'string' ||
    command !== undefined ||
    sse === undefined ||
    (headers !== undefined && !isTextRecord(headers)) ||
    (fetch !== undefined && typeof fetch !== 'function');
  if (isOdd) throw oddServer(name);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new McpConfigError(
      `The MCP server "${name}" needs an http: or https: address as \`url\`.`,
    );
  }
  if (auth !== undefined && !isAuth(auth)) {
    throw new McpConfigError(
      `\`auth\` of the MCP server "${name}" must be a bearer token, a function that gets one, or an OAuthClientProvider.`,
    );
  }
  // The fields were just checked.
  return {
    kind: 'http',
    sse,
    url,
    ...defined({ headers, auth, fetch }),
  } as ServerSettings['transport'];
}

function oddServer(name: string): McpConfigError {
  return new McpConfigError(
    `The MCP server "${name}" must be { command, args?, env?, cwd? } or { url, type?, headers?, auth? }, with texts in them.`,
  );
}

function isAuth(auth: unknown): boolean {
  if (typeof auth === 'string') return auth !== '';
  if (typeof auth === 'function') return true;
  return typeof auth === 'object' && auth !== null && ('token' in auth || 'tokens' in auth);
}

function checkNumber(name: string, field: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value === 'number' && value > 0 && value <= 2_147_483_647) return;
  throw new McpConfigError(
    `\`${field}\` of the MCP server "${name}" must be a number above 0 and at most 2,147,483,647.`,
  );
}

function checkNames(name: string, field: string, value: unknown): void {
  if (value === undefined || isTextList(value)) return;
  throw new McpConfigError(
    `\`${field}\` of the MCP server "${name}" must be a list of tool names.`,
  );
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isTextRecord(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((item) => typeof item === 'string');
}

function defined(fields: Entry): Entry {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
