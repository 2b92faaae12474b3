import { HelveError } from '../schema/helve-error.ts';
import type { Conflict } from '../store/store.ts';
import type { ValidationError } from '../tool/validation-error.ts';
import type { Wait } from './decide/wait.ts';

/** An agent, or a run of it, was set up wrongly. */
export class InvalidAgentError extends HelveError {
  constructor(message: string) {
    super({ name: 'InvalidAgentError', code: 'INVALID_AGENT', message });
  }

  static override isInstance(value: unknown): value is InvalidAgentError {
    return HelveError.hasCode(value, 'INVALID_AGENT');
  }
}

/** No run of this agent has that id. */
export class RunNotFoundError extends HelveError {
  constructor(agentId: string, runId: string) {
    super({
      name: 'RunNotFoundError',
      code: 'RUN_NOT_FOUND',
      message:
        `Agent "${agentId}" has no run "${runId}". Take the id from the run that waits: ` +
        '`result.runId` or `agent.listSuspendedRuns()`. Runs in memory end with their process.',
    });
  }

  static override isInstance(value: unknown): value is RunNotFoundError {
    return HelveError.hasCode(value, 'RUN_NOT_FOUND');
  }
}

/** The call does not wait for what it was given. Nothing changed. */
export class CallNotWaitingError extends HelveError {
  constructor(message: string) {
    super({ name: 'CallNotWaitingError', code: 'CALL_NOT_WAITING', message });
  }

  static override isInstance(value: unknown): value is CallNotWaitingError {
    return HelveError.hasCode(value, 'CALL_NOT_WAITING');
  }
}

/**
 * Somebody decided on the call before, or on the wait of it that was named: it may wait for something
 * else by now. The message says who, what and when. Nothing changed.
 */
export class AlreadyDecidedError extends HelveError {
  constructor(message: string) {
    super({ name: 'AlreadyDecidedError', code: 'ALREADY_DECIDED', message });
  }

  static override isInstance(value: unknown): value is AlreadyDecidedError {
    return HelveError.hasCode(value, 'ALREADY_DECIDED');
  }
}

/** The call's wait had expired when the decision came: what was chosen for that case holds. */
export class WaitExpiredError extends HelveError {
  constructor(toolCallId: string, toolName: string, expiredAt: string) {
    super({
      name: 'WaitExpiredError',
      code: 'WAIT_EXPIRED',
      message:
        `The wait for call "${toolCallId}" of "${toolName}" expired at ${expiredAt}, and nobody can decide on it any more. ` +
        'Nothing changed: what the developer chose for that case follows, at once or with the next recover().',
    });
  }

  static override isInstance(value: unknown): value is WaitExpiredError {
    return HelveError.hasCode(value, 'WAIT_EXPIRED');
  }
}

/** A decision came with data that does not fit. The call still waits. */
export class InvalidDecisionError extends HelveError {
  readonly validationError: ValidationError | undefined;

  constructor(message: string, validationError?: ValidationError) {
    super({ name: 'InvalidDecisionError', code: 'INVALID_DECISION', message });
    this.validationError = validationError;
  }

  static override isInstance(value: unknown): value is InvalidDecisionError {
    return HelveError.hasCode(value, 'INVALID_DECISION');
  }
}

/** The code that a waiting call needs has changed since. The call still waits. */
export class CallChangedError extends HelveError {
  constructor(message: string, cause?: unknown) {
    super({ name: 'CallChangedError', code: 'CALL_CHANGED', message, cause });
  }

  static override isInstance(value: unknown): value is CallChangedError {
    return HelveError.hasCode(value, 'CALL_CHANGED');
  }
}

/** The store refused a change although nobody else should write the record. */
export class StoreConflictError extends HelveError {
  readonly conflict: Conflict | undefined;

  constructor(message: string, conflict?: Conflict) {
    super({ name: 'StoreConflictError', code: 'STORE_CONFLICT', message });
    this.conflict = conflict;
  }

  static override isInstance(value: unknown): value is StoreConflictError {
    return HelveError.hasCode(value, 'STORE_CONFLICT');
  }
}

/** The run needs a request context, and nobody supplied one. Nothing changed. */
export class RequestContextMissingError extends HelveError {
  constructor(message: string, cause?: unknown) {
    const code = 'REQUEST_CONTEXT_MISSING';
    super({ name: 'RequestContextMissingError', code, message, cause });
  }

  static override isInstance(value: unknown): value is RequestContextMissingError {
    return HelveError.hasCode(value, 'REQUEST_CONTEXT_MISSING');
  }
}

/** Whoever decides may not. Nothing changed, and the call still waits. */
export class NotAuthorizedError extends HelveError {
  constructor(message: string, cause?: unknown) {
    super({ name: 'NotAuthorizedError', code: 'DECISION_NOT_AUTHORIZED', message, cause });
  }

  static override isInstance(value: unknown): value is NotAuthorizedError {
    return HelveError.hasCode(value, 'DECISION_NOT_AUTHORIZED');
  }
}

/**
 * The run was carried out by another process all the while. Nothing changed, and the call still waits:
 * decide there, or again once the run waits.
 */
export class RunBusyError extends HelveError {
  /** What was to be decided on, where it had been found. */
  readonly wait: Wait | undefined;

  constructor(runId: string, wait?: Wait, cause?: unknown) {
    super({
      name: 'RunBusyError',
      code: 'RUN_BUSY',
      cause,
      message:
        `Run "${runId}" is being carried out by another process. Nothing changed, and the call still waits: decide there, or again once the run waits. ` +
        'If that process has died, recover() goes on with the run.',
    });
    this.wait = wait;
  }

  static override isInstance(value: unknown): value is RunBusyError {
    return HelveError.hasCode(value, 'RUN_BUSY');
  }
}

/** The run is a part of another one, and is decided on through the agent at the top. */
export class NestedRunError extends HelveError {
  constructor(runId: string, top: { readonly agentId: string; readonly runId: string }) {
    super({
      name: 'NestedRunError',
      code: 'NESTED_RUN',
      message:
        `Run "${runId}" is a sub-agent's part of run "${top.runId}". Decide through agent "${top.agentId}", ` +
        'with the same runId and toolCallId: that run goes on with it. Nothing changed.',
    });
  }

  static override isInstance(value: unknown): value is NestedRunError {
    return HelveError.hasCode(value, 'NESTED_RUN');
  }
}

/** The agent takes no message while a call on the thread waits. */
export class ThreadWaitingError extends HelveError {
  constructor(threadId: string, runIds: readonly string[]) {
    super({
      name: 'ThreadWaitingError',
      code: 'THREAD_WAITING',
      message:
        `Thread "${threadId}" has calls that wait for a person, in run ${runIds.map((id) => `"${id}"`).join(', ')}. ` +
        'Decide on them first, or set whenMessaged to "keep" or "supersede".',
    });
  }

  static override isInstance(value: unknown): value is ThreadWaitingError {
    return HelveError.hasCode(value, 'THREAD_WAITING');
  }
}

/** A run is going on with the thread, and the agent takes no other message meanwhile. */
export class ThreadBusyError extends HelveError {
  constructor(threadId: string, runId?: string) {
    super({
      name: 'ThreadBusyError',
      code: 'THREAD_BUSY',
      message:
        `Thread "${threadId}" is busy: ${runId === undefined ? 'another message' : `run "${runId}"`} has its turn. ` +
        'Nothing changed; send the message again when that has ended, or set whenBusy to "queue".',
    });
  }

  static override isInstance(value: unknown): value is ThreadBusyError {
    return HelveError.hasCode(value, 'THREAD_BUSY');
  }
}

/** The model did not answer with an object of the schema asked for, twice. */
export class InvalidObjectError extends HelveError {
  /** What the model wrote last. */
  readonly text: string;

  constructor(message: string, text: string) {
    super({ name: 'InvalidObjectError', code: 'INVALID_OBJECT', message });
    this.text = text;
  }

  static override isInstance(value: unknown): value is InvalidObjectError {
    return HelveError.hasCode(value, 'INVALID_OBJECT');
  }
}
