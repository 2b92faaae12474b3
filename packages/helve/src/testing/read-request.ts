import type {
  ScriptedMessage,
  ScriptedOutput,
  ScriptedPromptPart,
  ScriptedRequest,
  ScriptedResultPart,
} from './scripted-request.ts';

/** What a request says a call came to. */
export interface RequestedResult {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly kind: 'result' | 'error' | 'denied';
  /** The text, the JSON value or the parts the model is given; why, where the call was denied. */
  readonly value: unknown;
  /** The same as the model is given it. */
  readonly output: ScriptedOutput;
}

/**
 * All results of calls in a request, oldest first: those of earlier steps too.
 *
 * @example
 * const model = scriptedModel((request) =>
 *   toolResults(request).length < 3 ? { toolCalls: [{ toolName: 'poll', input: {} }] } : 'Done.',
 * );
 */
export function toolResults(request: ScriptedRequest): readonly RequestedResult[] {
  return request.prompt
    .flatMap(partsOf)
    .flatMap((part) => (part.type === 'tool-result' ? [readResult(part)] : []));
}

/**
 * The newest result in a request, of any tool or of one; `undefined` where there is none yet.
 *
 * @example
 * const model = scriptedModel((request) => {
 *   const weather = lastToolResult(request, 'weather');
 *   if (!weather) return { toolCalls: [{ toolName: 'weather', input: { city: 'Oslo' } }] };
 *   return weather.kind === 'error' ? 'I could not find out.' : `It is ${weather.value}.`;
 * });
 */
export function lastToolResult(
  request: ScriptedRequest,
  toolName?: string,
): RequestedResult | undefined {
  return toolResults(request).findLast(
    (result) => toolName === undefined || result.toolName === toolName,
  );
}

/**
 * What the user said last, as text; empty where the user has not said anything.
 *
 * @example
 * const model = scriptedModel((request) => `You said: ${lastUserText(request)}`);
 */
export function lastUserText(request: ScriptedRequest): string {
  const message = request.prompt.findLast(({ role }) => role === 'user');
  return message ? textOf(message) : '';
}

/**
 * The instructions that a request begins with, as text; empty where there are none.
 *
 * @example
 * expect(systemText(model.requests[0])).toContain('Answer in French.');
 */
export function systemText(request: ScriptedRequest | undefined): string {
  const system = request?.prompt.filter(({ role }) => role === 'system') ?? [];
  return system.map(textOf).join('\n');
}

/**
 * The names of the tools that a request offers, in their order.
 *
 * @example
 * expect(offeredTools(model.requests[0])).toEqual(['lookupOrder', 'refund']);
 */
export function offeredTools(request: ScriptedRequest | undefined): readonly string[] {
  return request?.tools?.map(({ name }) => name) ?? [];
}

function partsOf({ content }: ScriptedMessage): readonly ScriptedPromptPart[] {
  return typeof content === 'string' ? [] : content;
}

function textOf({ content }: ScriptedMessage): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function readResult({ toolCallId, toolName, output }: ScriptedResultPart): RequestedResult {
  const call = { toolCallId, toolName, output };
  switch (output.type) {
    case 'error-text':
    case 'error-json':
      return { ...call, kind: 'error', value: output.value };
    case 'execution-denied':
      return { ...call, kind: 'denied', value: output.reason };
    default:
      return { ...call, kind: 'result', value: output.value };
  }
}
