import type { McpClientOptions, McpServerOptions } from './client-options.ts';
import { expandVariables } from './expand-variables.ts';
import { isObject } from './json.ts';
import { McpConfigError } from './mcp-errors.ts';
import { readTransport } from './read-transport.ts';
import type { ServerSettings } from './server-settings.ts';
import { DEFAULTS, rulesOf } from './server-settings.ts';

type Entry = Readonly<Record<string, unknown>>;

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
  const file = fileIn(servers);
  const isFile = file !== undefined;
  const entries = Object.entries(file ?? servers);
  for (const name of Object.keys(serverOptions)) {
    if (entries.some(([server]) => server === name)) continue;
    throw new McpConfigError(`\`serverOptions\` names "${name}", which is not among the servers.`);
  }
  return entries.flatMap(([name, given]) => {
    checkName(name);
    if (!isObject(given)) throw new McpConfigError(`The MCP server "${name}" must be an object.`);
    // What is not used need not be complete: its variables may have no value.
    if ({ ...given, ...serverOptions[name] }.disabled === true) return [];
    const entry = isFile ? fromFile(name, given, env) : given;
    return [readServer(name, { ...entry, ...serverOptions[name] })];
  });
}

/** The servers of a file, whose clients have two names for them. */
function fileIn(servers: Entry): Entry | undefined {
  const inner = servers['mcpServers'] ?? servers['servers'];
  // A server may be called so, and then it has what servers have.
  return isObject(inner) && !('command' in inner) && !('url' in inner) ? inner : undefined;
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
  const kept = known.filter(
    // Some clients write down what is not there.
    ([key, value]) => value !== null && !VOUCHING.some((field) => field === key),
  );
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
  const { trusted, protocol: revision } = entry;
  if (revision !== undefined && !['auto', '2025', '2026'].includes(String(revision))) {
    throw new McpConfigError(
      `\`protocol\` of the MCP server "${name}" must be 'auto', '2025' or '2026'.`,
    );
  }
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
