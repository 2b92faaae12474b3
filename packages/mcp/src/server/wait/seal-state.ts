import type { JsonValue } from 'helve';
import { originOf } from '../call/call-runtime.ts';
import type { ClientRequest } from '../call/client-request.ts';
import type { OpenCall } from '../call/open-call.ts';
import type { ServerCore } from '../server-core.ts';
import { principalOf } from '../server-core.ts';
import type { CarriedState } from './carried-state.ts';

/** What is particular to the state of a waiting call. */
export type StatePart = { readonly digest: string } & (
  | { readonly kind: 'approval' }
  | { readonly kind: 'parked' }
  | {
      readonly kind: 'suspension';
      readonly attempts: number;
      readonly suspendPayload?: JsonValue;
    }
);

/** Seals the state of a call that the client is to come back with. */
export function sealState(
  core: ServerCore,
  { exchange }: OpenCall,
  part: StatePart,
): Promise<string> {
  const { request } = exchange;
  if (!request) throw new TypeError('A call that belongs to no request cannot be carried by one.');
  const state: CarriedState = {
    ...part,
    nonce: crypto.randomUUID(),
    expiresAt: Date.now() + core.stateTtlMs,
    principal: principalOfRequest(core, request),
    callId: exchange.id,
  };
  return core.seal.seal(state);
}

/** Whose request it is. */
export function principalOfRequest(core: ServerCore, request: ClientRequest): string {
  return principalOf(core, originOf(request), request.context.sessionId);
}
