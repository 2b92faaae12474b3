import type { JsonValue } from 'helve';

/** What all states say of the call that they belong to. */
interface StateOfCall {
  /** Random, so that a state can be taken once. */
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Whose call it is. */
  readonly principal: string;
  /** The digest of the tool's name and the call's input. */
  readonly digest: string;
  readonly callId: string;
}

/** The call waits to be approved; it has not run. */
export interface ApprovalState extends StateOfCall {
  readonly kind: 'approval';
}

/** The call stopped in `suspend()`; it runs again with the answer. */
export interface SuspensionState extends StateOfCall {
  readonly kind: 'suspension';
  /** Absent where the tool gave none. */
  readonly suspendPayload?: JsonValue;
  /** How often it has been run. */
  readonly attempts: number;
}

/** The call is still running in this process, and waits for the answers to its questions. */
export interface ParkedState extends StateOfCall {
  readonly kind: 'parked';
}

/** What a client keeps of a waiting call, and gives back with the answer. */
export type CarriedState = ApprovalState | SuspensionState | ParkedState;
