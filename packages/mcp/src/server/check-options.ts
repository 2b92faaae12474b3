import { InvalidMcpServerError } from './invalid-mcp-server-error.ts';
import type { McpServerOptions } from './server-options.ts';

/** Host names as `Host` and `Origin` are compared with: no scheme, no port, no path. */
const HOST_NAME = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|[a-z-]+:\/\/\*)$/i;

/**
 * Refuses options that would otherwise be taken for something else, since a server whose options
 * are mistyped may be more open than its owner thinks.
 *
 * @throws InvalidMcpServerError saying which option, and what it takes.
 */
export function checkOptions(options: McpServerOptions): void {
  const { name, version, approval, requireToolApproval } = options;
  for (const [key, value] of Object.entries({ name, version })) {
    if (typeof value !== 'string' || value === '') throw wrong(key, 'a text that is not empty');
  }
  for (const key of ['tools', 'agents'] as const) {
    const value: unknown = options[key];
    if (value !== undefined && !isRecord(value))
      throw wrong(key, 'a record of name ⇒ tool or agent');
  }
  if (approval !== undefined && !['elicit', 'refuse'].includes(String(approval))) {
    if (typeof approval !== 'function') throw wrong('approval', "'elicit', 'refuse' or a function");
  }
  if (!['undefined', 'boolean', 'function'].includes(typeof requireToolApproval)) {
    if (requireToolApproval !== 'destructive') {
      throw wrong('requireToolApproval', "a boolean, 'destructive' or a function");
    }
  }
  for (const key of ['allowedHosts', 'allowedOrigins'] as const) checkHosts(key, options[key]);
  const times = {
    'state.ttlMs': options.state?.ttlMs,
    decisionTimeoutMs: options.decisionTimeoutMs,
  };
  const limits = Object.entries(options.limits ?? {}).map(([key, value]) => [
    `limits.${key}`,
    value,
  ]);
  for (const [key, value] of [...Object.entries(times), ...limits]) {
    if (value !== undefined && !(Number(value) > 0))
      throw wrong(String(key), 'a number above zero');
  }
}

function checkHosts(key: string, hosts: unknown): void {
  if (hosts === undefined) return;
  const fit = Array.isArray(hosts) && hosts.every((host) => HOST_NAME.test(String(host)));
  if (!fit) throw wrong(key, "a list of host names without scheme and port: ['mcp.example.com']");
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(key: string, takes: string): InvalidMcpServerError {
  return new InvalidMcpServerError(`createMcpServer(): ${key} takes ${takes}.`);
}
