import type { CallToolResult } from '@modelcontextprotocol/client';
import type { CallClock } from './call-clock.ts';
import type { Elicitation, ElicitationAnswer } from './elicitation.ts';

/** What a call comes to next. */
export type RunningTurn =
  | { readonly kind: 'result'; readonly result: CallToolResult }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'question'; readonly elicitation: Elicitation };

/**
 * A call to a server of the 2025 revisions. Such a server asks in the middle of a call and waits with
 * the call open, so whoever answers has to find this very object again.
 */
export class RunningCall {
  readonly id: string = crypto.randomUUID();
  /** The run that made the call. */
  readonly runId: string;
  readonly clock: CallClock;
  /** Told of progress: of the execution that waits for the call now. */
  onProgress: (progress: unknown) => void = () => undefined;
  readonly #turns: RunningTurn[] = [];
  #wake: (() => void) | undefined;
  #asked: Promise<unknown> = Promise.resolve();
  #reply: ((answer: ElicitationAnswer) => void) | undefined;
  #hold: ReturnType<typeof setTimeout> | undefined;

  constructor(runId: string, clock: CallClock) {
    this.runId = runId;
    this.clock = clock;
  }

  /** Sends the call. */
  start(send: (call: RunningCall) => Promise<CallToolResult>): void {
    send(this).then(
      (result) => this.#add({ kind: 'result', result }),
      (error: unknown) => this.#add({ kind: 'failed', error }),
    );
  }

  /** The next turn. A question is given once; then its answer is due. */
  async next(): Promise<RunningTurn> {
    for (;;) {
      const turn = this.#turns.shift();
      if (turn) return turn;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Whether a question of the server waits for its answer. */
  get isAsking(): boolean {
    return this.#reply !== undefined;
  }

  /** The server asks. One question at a time: the next waits until this one has its answer. */
  ask(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer> {
    const answer = this.#asked.then(() => this.#ask(elicitation, signal));
    this.#asked = answer;
    return answer;
  }

  #ask(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer> {
    return new Promise((resolve) => {
      const onGone = (): void => this.answer({ action: 'cancel' });
      this.#reply = (answer) => {
        signal.removeEventListener('abort', onGone);
        resolve(answer);
      };
      signal.addEventListener('abort', onGone, { once: true });
      if (signal.aborted) onGone();
      else this.#add({ kind: 'question', elicitation });
    });
  }

  /** Passes an answer on to the server. */
  answer(answer: ElicitationAnswer): void {
    clearTimeout(this.#hold);
    const reply = this.#reply;
    this.#reply = undefined;
    reply?.(answer);
  }

  /** Nobody works on the call until a person has answered; for `ms` at most. */
  hold(ms: number, onOver: () => void): void {
    this.clock.pause();
    this.#hold = setTimeout(() => {
      onOver();
      this.give();
    }, ms);
    // A question must not keep a process alive that has nothing else to do.
    if (typeof this.#hold === 'object') this.#hold.unref();
  }

  /** Gives the call up: the server is told both that nobody answers and that nobody waits. */
  give(
    reason: unknown = new DOMException('Nobody waits for this call any more.', 'AbortError'),
  ): void {
    this.answer({ action: 'cancel' });
    this.clock.stop(reason);
  }

  #add(turn: RunningTurn): void {
    this.#turns.push(turn);
    this.#wake?.();
  }
}
