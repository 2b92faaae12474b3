import { HelveError } from 'helve';
import { faultOf, rpcErrorOf } from './fault-of.ts';
import {
  McpConnectionLostError,
  McpProtocolError,
  McpUnauthorizedError,
  McpUnreachableError,
} from './mcp-errors.ts';
import type { Connection } from './open-connection.ts';
import type { ToolCall } from './tool-call.ts';
import { effectsOf, mayRepeat } from './tool-call.ts';

/**
 * Sends a request for a call, over a connection that stands. It is sent a second time where it has
 * surely not reached the server, or where it may be sent twice; never otherwise.
 *
 * @param isRepeatable whether the request may be carried out twice. Default: whether the call may.
 * @throws the reason of the call's own signal; one of the errors of `mcp-errors.ts`.
 */
export async function sendRequest<T>(
  call: ToolCall,
  send: (connection: Connection) => Promise<T>,
  isRepeatable: boolean = mayRepeat(call),
): Promise<T> {
  const { connection: way } = call.parts;
  const { clock } = call;
  const { signal } = clock;
  const first = await clock.beside(way.ready(signal));
  try {
    return await send(first);
  } catch (error) {
    // The SDK has an error of its own for what was aborted.
    signal.throwIfAborted();
    const fault = faultOf(error, first.hasSession());
    const isWorthwhile = fault === 'not-sent' || (fault === 'lost' && isRepeatable);
    await way.leave(first, fault);
    if (!isWorthwhile) throw explain(call, error, first);
  }
  const second = await clock.beside(way.ready(signal));
  try {
    return await send(second);
  } catch (error) {
    signal.throwIfAborted();
    throw explain(call, error, second);
  }
}

/** An error of the SDK's in words for the model; the server's own are in its cause. */
function explain(call: ToolCall, error: unknown, connection: Connection): unknown {
  if (HelveError.isInstance(error)) return error;
  const server = call.parts.settings.name;
  switch (faultOf(error, connection.hasSession())) {
    case 'unauthorized':
      return new McpUnauthorizedError(server, error);
    case 'not-sent':
      return new McpUnreachableError(server, 'could not be reached', { cause: error });
    case 'lost':
      return new McpConnectionLostError(server, effectsOf(call), error);
    case 'refused': {
      const rpcCode = rpcErrorOf(error)?.code;
      const code = rpcCode === undefined ? '' : ` (error ${rpcCode})`;
      const why = `refused the call of "${call.definition.name}"${code}`;
      return new McpProtocolError(server, why, {
        cause: error,
        ...(rpcCode === undefined ? {} : { rpcCode }),
      });
    }
    case 'nonsense':
      return new McpProtocolError(
        server,
        `answered the call of "${call.definition.name}" with what is no result.${effectsOf(call)}`.replace(
          /\.$/,
          '',
        ),
        { cause: error },
      );
    case 'other':
      return error;
  }
}
