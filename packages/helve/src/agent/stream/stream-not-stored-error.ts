import { HelveError } from '../../schema/helve-error.ts';

/** There is no stored stream of the run to join, or not as far back. What the run does stands. */
export class StreamNotStoredError extends HelveError {
  constructor(message: string) {
    super({ name: 'StreamNotStoredError', code: 'STREAM_NOT_STORED', message });
  }

  static override isInstance(value: unknown): value is StreamNotStoredError {
    return HelveError.hasCode(value, 'STREAM_NOT_STORED');
  }

  /** It was not to be stored. */
  static never(runId: string): StreamNotStoredError {
    return new StreamNotStoredError(
      `The stream of run "${runId}" is not stored. Start it with storeStream: true, or with stream() on a store that outlives the process; what it said is in listMessages({ runId: "${runId}" }).`,
    );
  }

  /** A part of it could not be written. */
  static incomplete(runId: string): StreamNotStoredError {
    return new StreamNotStoredError(
      `The stream of run "${runId}" could not be stored whole, and ends here; the log of its process says why. What the run said is in listMessages({ runId: "${runId}" }).`,
    );
  }

  /** It was there. */
  static forgotten(runId: string): StreamNotStoredError {
    return new StreamNotStoredError(
      `The stream of run "${runId}" was forgotten, as those of runs are that ended an hour ago. What the run said is in listMessages({ runId: "${runId}" }).`,
    );
  }
}
