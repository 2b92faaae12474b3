import type { Client } from '@modelcontextprotocol/client';
import type { CallScope } from './call-scope.ts';
import { readElicitation } from './elicitation.ts';
import type { RunningCall } from './running-call.ts';
import type { ServerLog } from './server-log.ts';

/**
 * Hands the questions of a server of the 2025 revisions to the calls that they are asked in. Such a
 * question does not say which that is; where it cannot be told, nobody is asked, rather than the
 * wrong person.
 */
export function answerQuestions(
  client: Client,
  calls: ReadonlySet<RunningCall>,
  scope: CallScope | undefined,
  log: ServerLog,
): void {
  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
    const elicitation = readElicitation(params);
    const call = scope?.current() ?? onlyOne(calls);
    if (elicitation && call) {
      const { action, content } = await call.ask(elicitation, mcpReq.signal);
      // The answer was validated with the server's own form.
      return content === undefined ? { action } : { action, content: content as Fields };
    }
    log(
      'warn',
      elicitation
        ? `its question is not asked: ${calls.size} calls are under way, and it does not say in which it is asked. Let one run at a time.`
        : 'its question is not asked, because it has no message or no form.',
    );
    return { action: 'cancel' as const };
  });
}

type Fields = Record<string, string | number | boolean | string[]>;

/**
 * The call, where there is one that is not asking yet; of several of the same run, the first: servers
 * take calls in their order.
 */
function onlyOne(calls: ReadonlySet<RunningCall>): RunningCall | undefined {
  const [only] = calls;
  if (calls.size === 1) return only;
  const open = [...calls].filter(({ isAsking }) => !isAsking);
  return new Set(open.map(({ runId }) => runId)).size === 1 ? open[0] : undefined;
}
