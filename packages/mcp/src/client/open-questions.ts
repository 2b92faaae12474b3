import type { OpenQuestions } from './carried-state.ts';
import type { Elicitation, ElicitationAnswer } from './elicitation.ts';
import { readElicitation } from './elicitation.ts';
import { isObject } from './json.ts';
import { McpProtocolError } from './mcp-errors.ts';
import type { ToolCall } from './tool-call.ts';

/** What is to be asked next, or that there is an answer to everything. */
export type NextQuestion =
  | { readonly kind: 'question'; readonly elicitation: Elicitation; readonly open: OpenQuestions }
  | { readonly kind: 'answered'; readonly responses: Readonly<Record<string, unknown>> };

/**
 * The next of the questions that a server asks at once. Each is asked on its own; what the client
 * knows itself, no person is asked.
 *
 * @throws McpProtocolError where the server wants what this client does not offer.
 */
export function nextQuestion(
  { parts, definition }: ToolCall,
  requests: Readonly<Record<string, unknown>>,
  answers: Readonly<Record<string, ElicitationAnswer>>,
): NextQuestion {
  const responses: Record<string, unknown> = {};
  for (const [key, request] of Object.entries(requests)) {
    const method = isObject(request) ? request['method'] : undefined;
    const params = isObject(request) ? request['params'] : undefined;
    if (method === 'elicitation/create') {
      const answer = answers[key];
      if (answer) {
        responses[key] = answer;
        continue;
      }
      const elicitation = readElicitation(params);
      if (elicitation) {
        return { kind: 'question', elicitation, open: { requests, answers, asking: key } };
      }
    } else if (method === 'roots/list' && parts.roots.length > 0) {
      responses[key] = { roots: parts.roots };
      continue;
    }
    throw new McpProtocolError(
      parts.settings.name,
      `wants something in return for the call of "${definition.name}" that this client does not offer`,
    );
  }
  return { kind: 'answered', responses };
}
