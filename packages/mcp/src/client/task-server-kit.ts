import type { CallToolResult } from '@modelcontextprotocol/server';
import { createMcpHandler, inputRequired, Server } from '@modelcontextprotocol/server';
import { anyObject } from './task-requests.ts';

/** What becomes of a task, look by look. */
export type TaskScript = readonly object[];

const form = {
  type: 'object' as const,
  properties: { sure: { type: 'boolean' as const } },
  required: ['sure'],
};
/** A question as a task has it. */
export const question = (message: string): object =>
  inputRequired.elicit({ message, requestedSchema: form });

/** A server of 2026 whose one tool, `job`, is carried out as a task of this script. */
export function taskServer(script: TaskScript): {
  readonly url: string;
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  readonly heard: { readonly method: string; readonly params: unknown }[];
} {
  const heard: { method: string; params: unknown }[] = [];
  let looks = 0;
  const handler = createMcpHandler(() => {
    const extensions = { 'io.modelcontextprotocol/tasks': {} };
    const server = new Server(
      { name: 'tasks', version: '1' },
      { capabilities: { tools: {}, extensions } },
    );
    const tools = [{ name: 'job', inputSchema: { type: 'object' as const } }];
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', () => {
      heard.push({ method: 'tools/call', params: {} });
      const now = new Date(0).toISOString();
      const task = {
        resultType: 'task',
        taskId: 'task-1',
        status: 'working',
        createdAt: now,
        lastUpdatedAt: now,
        ttlMs: 60_000,
        pollIntervalMs: 1,
      };
      // The SDK knows no tasks yet, and passes them on.
      return task as unknown as CallToolResult;
    });
    const schemas = { params: anyObject, result: anyObject };
    server.setRequestHandler('tasks/get', schemas, (params) => {
      heard.push({ method: 'tasks/get', params });
      const state = script[Math.min(looks, script.length - 1)];
      looks += 1;
      return { taskId: 'task-1', pollIntervalMs: 1, ...state };
    });
    server.setRequestHandler('tasks/update', schemas, (params, { mcpReq }) => {
      heard.push({ method: 'tasks/update', params: { ...params, given: mcpReq.inputResponses } });
      return {};
    });
    server.setRequestHandler('tasks/cancel', schemas, (params) => {
      heard.push({ method: 'tasks/cancel', params });
      return {};
    });
    return server;
  });
  return {
    url: 'http://tasks.test/mcp',
    heard,
    fetch: (url, init) => handler.fetch(new Request(url, init)),
  };
}
