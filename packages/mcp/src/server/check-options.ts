import { InvalidMcpServerError } from './invalid-mcp-server-error.ts';
import type { McpServerOptions } from './server-options.ts';

/** Host names as `Host` and `Origin` are compared with: no scheme, no port, no path. */
const HOST_NAME = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|[a-z-]+:\/\/\*)$/i;

const CODE = ['beforeToolCall', 'requestContext', 'principal', 'extend'] as const;

/**
 * Refuses options that would otherwise be taken for something else, since a server whose options
 * are mistyped may be more open than its owner thinks.
 *
 * @throws InvalidMcpServerError saying which option, and what it takes.
 */
export function checkOptions(options: McpServerOptions): void {
  if (!isRecord(options)) throw wrong('it', '{ name, version, tools }');
  const { name, version, approval, requireToolApproval } = options;
  for (const [key, value] of Object.entries({ name, version })) {
    if (typeof value !== 'string' || value === '') throw wrong(key, 'a text that is not empty');
  }
  checkTools(options);
  if (approval !== undefined && !['elicit', 'refuse'].includes(String(approval))) {
    if (typeof approval !== 'function') throw wrong('approval', "'elicit', 'refuse' or a function");
  }
  if (!['undefined', 'boolean', 'function'].includes(typeof requireToolApproval)) {
    if (requireToolApproval !== 'destructive') {
      throw wrong('requireToolApproval', "a boolean, 'destructive' or a function");
    }
  }
  for (const key of CODE) {
    if (!['undefined', 'function'].includes(typeof options[key])) throw wrong(key, 'a function');
  }
  for (const key of ['allowedHosts', 'allowedOrigins'] as const) checkHosts(key, options[key]);
  checkState(options);
  checkAuth(options);
  const limits = Object.entries(options.limits ?? {}).map(([key, value]) => [
    `limits.${key}`,
    value,
  ]);
  const times = Object.entries({ decisionTimeoutMs: options.decisionTimeoutMs });
  for (const [key, value] of [...times, ...limits]) checkAboveZero(String(key), value);
}

function checkTools(options: Pick<McpServerOptions, 'tools' | 'agents'>): void {
  for (const key of ['tools', 'agents'] as const) {
    const value: unknown = options[key];
    if (value !== undefined && !isRecord(value)) {
      throw wrong(key, 'a record of name ⇒ tool or agent');
    }
  }
}

/**
 * Refuses for `setTools()` what would leave a server without tools that were meant for it.
 *
 * @throws InvalidMcpServerError
 */
export function checkSet(set: Pick<McpServerOptions, 'tools' | 'agents'>): void {
  const keys = isRecord(set) ? Object.keys(set) : ['nothing'];
  const odd = keys.find((key) => key !== 'tools' && key !== 'agents');
  if (odd !== undefined) {
    throw new InvalidMcpServerError(`setTools() takes { tools, agents }, and was given ${odd}.`);
  }
  checkTools(set);
}

function checkState({ state }: McpServerOptions): void {
  if (state === undefined) return;
  if (!isRecord(state)) throw wrong('state', '{ key, ttlMs, used }');
  const { key, ttlMs, used } = state;
  if (key !== undefined && typeof key !== 'string' && !(key instanceof Uint8Array)) {
    throw wrong('state.key', 'a text or a Uint8Array, of 32 bytes at least');
  }
  if (used !== undefined && typeof used?.use !== 'function') {
    throw wrong('state.used', 'an object with a function `use(id, expiresAt)`');
  }
  checkAboveZero('state.ttlMs', ttlMs);
}

function checkAuth({ auth }: McpServerOptions): void {
  if (auth === undefined) return;
  if (!isRecord(auth)) throw wrong('auth', '{ resource, authorizationServers, verifyToken }');
  const { authorizationServers, verifyToken, requiredScopes } = auth;
  if (!isTextList(authorizationServers) || !authorizationServers.every((at) => URL.canParse(at))) {
    throw wrong('auth.authorizationServers', "a list of addresses: ['https://login.example.com']");
  }
  if (typeof verifyToken !== 'function') {
    throw wrong('auth.verifyToken', 'a function that says what a token holds');
  }
  if (requiredScopes !== undefined && !isTextList(requiredScopes)) {
    throw wrong('auth.requiredScopes', 'a list of texts');
  }
}

function checkHosts(key: string, hosts: unknown): void {
  if (hosts === undefined) return;
  const fit = Array.isArray(hosts) && hosts.every((host) => HOST_NAME.test(String(host)));
  if (!fit) throw wrong(key, "a list of host names without scheme and port: ['mcp.example.com']");
}

function checkAboveZero(key: string, value: unknown): void {
  if (value !== undefined && !(Number(value) > 0)) throw wrong(key, 'a number above zero');
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function wrong(key: string, takes: string): InvalidMcpServerError {
  return new InvalidMcpServerError(`createMcpServer(): ${key} takes ${takes}.`);
}
