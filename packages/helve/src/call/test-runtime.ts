import { RequestContext } from '../tool/request-context.ts';
import type { AnyTool, ToolSource } from '../tool/tool.ts';
import type { CheckedCall } from './call.ts';
import type { CallRuntime } from './call-runtime.ts';

/** One record of a test's logger. */
export interface LogRecord {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
}

/** A runtime for tests of single stages, and what the stages told it. */
export interface TestRuntime extends CallRuntime {
  readonly logged: readonly LogRecord[];
  readonly progress: readonly unknown[];
  readonly custom: readonly unknown[];
}

/** Makes a runtime in which the tool `tool` is active. */
export function testRuntime(overrides: Partial<CallRuntime> = {}): TestRuntime {
  const logged: LogRecord[] = [];
  const progress: unknown[] = [];
  const custom: unknown[] = [];
  const log =
    (level: LogRecord['level']) =>
    (message: string, details?: Readonly<Record<string, unknown>>): void => {
      logged.push({ level, message, details });
    };
  return {
    logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    requestContext: new RequestContext(),
    activeTools: new Set(['tool']),
    approvalRules: [],
    policies: [],
    decisionTimeoutMs: 50,
    agent: { agentId: 'agent-1' },
    messages: () => [{ role: 'user', content: 'hello' }],
    writeProgress: (call, payload) => progress.push([call, payload]),
    writeCustom: (chunk) => custom.push(chunk),
    ...overrides,
    logged,
    progress,
    custom,
  };
}

/** Makes a call of `tool` whose input was found to fit. */
export function testCall(tool: AnyTool | ToolSource, input: unknown = {}): CheckedCall {
  return {
    runId: 'run-1',
    toolCallId: 'call-1',
    toolName: 'tool',
    tool: 'source' in tool ? tool.source : tool,
    // Tests give inputs that are JSON.
    acceptedInput: input as CheckedCall['acceptedInput'],
    parsedInput: input,
    requestContext: new RequestContext(),
  };
}

/** A function that throws `value`, be it an error or not. */
export function throwing(value: unknown): () => never {
  return () => {
    throw value;
  };
}
