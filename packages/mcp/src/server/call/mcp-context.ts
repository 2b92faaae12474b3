import type { InputRequest } from '@modelcontextprotocol/server';
import { inputRequired } from '@modelcontextprotocol/server';
import type { ElicitationResult, McpToolContext } from 'helve';
import { jsonSchema } from 'helve';
import type { ExecutionParts } from 'helve/runtime';
import { normalize } from 'helve/runtime';
import { askedForm } from '../tools/answer-form.ts';
import type { Exchange } from './exchange.ts';

type ElicitationRequest = Parameters<McpToolContext['elicitation']['sendRequest']>[0];

/** What an MCP server adds to a tool's context. */
export function mcpContext(
  toolName: string,
  exchange: Exchange,
  { suspend, resumption }: ExecutionParts,
): McpToolContext {
  const { request, signal } = exchange;
  const { mcpReq, http } = request?.context ?? {};
  const authInfo = http?.authInfo;
  const meta = mcpReq?._meta;
  return {
    suspend,
    resumeData: resumption?.resumeData,
    suspendPayload: resumption?.suspendPayload,
    protocolVersion: request?.protocolVersion ?? 'unknown',
    extra: {
      signal,
      requestId: mcpReq?.id ?? '',
      ...(authInfo === undefined ? {} : { authInfo: { ...authInfo } }),
      ...(meta === undefined ? {} : { _meta: meta }),
      // The client is asked for no more than the protocol knows; `ask` refuses the rest.
      sendRequest: async ({ name, ...question }) => exchange.ask(question as InputRequest, name),
    },
    elicitation: { sendRequest: (question) => elicit(toolName, exchange, question) },
    log: async (level, message, data) => {
      const logged = data === undefined ? message : { message, data: normalize(data) };
      try {
        await exchange.request?.context.mcpReq.log(level, logged, toolName);
      } catch {
        // The client is gone; that is no failure of the tool.
      }
    },
    progress: (update) => exchange.progress.report(update, exchange.request?.context),
  };
}

/** Asks the user. What comes back is the client's, so it has to fit what was asked for. */
async function elicit(
  toolName: string,
  exchange: Exchange,
  { message, requestedSchema, name }: ElicitationRequest,
): Promise<ElicitationResult> {
  const form = askedForm(toolName, requestedSchema);
  const answer = await exchange.ask(inputRequired.elicit({ message, requestedSchema: form }), name);
  const { action, content } = answer;
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept') throw new Error('The client gave an answer that is none.');
  const schema = jsonSchema<Readonly<Record<string, unknown>>>(requestedSchema);
  const checked = await schema['~standard'].validate(content ?? {});
  if (!checked.issues) return { action, content: checked.value };
  const where = checked.issues.map(({ path = [] }) => path.map(String).join('.') || 'the answer');
  throw new Error(`The answer does not fit what was asked for, at: ${where.join(', ')}.`);
}
