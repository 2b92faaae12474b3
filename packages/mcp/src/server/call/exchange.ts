import type { ClientCapabilities, InputRequest } from '@modelcontextprotocol/server';
import type { CallOutcome, CheckedCall } from 'helve/runtime';
import { McpCapabilityMissingError } from './capability-missing-error.ts';
import type { ClientRequest } from './client-request.ts';
import { missingCapability } from './client-request.ts';
import { deferred } from './deferred.ts';
import { ProgressReporter } from './progress-reporter.ts';

/** A question of a running tool to its client. */
export interface Question {
  readonly request: InputRequest;
  resolve(answer: Readonly<Record<string, unknown>>): void;
  reject(reason: unknown): void;
}

/** What a call comes to next: it ended, suspended, or asks. */
export type NextEvent =
  | { readonly kind: 'outcome'; readonly outcome: CallOutcome }
  | { readonly kind: 'questions' };

/**
 * One call while it runs, and the client's request that it answers. A call that asks its client
 * outlives the request: it is parked, and goes on with the request that brings the answer.
 */
export class Exchange {
  readonly id: string;
  readonly progress: ProgressReporter = new ProgressReporter();
  /** What the running call asks and nobody has answered, by the name that the client uses. */
  readonly questions: Map<string, Question> = new Map();
  /** Set once the tool runs. */
  checked: CheckedCall | undefined;
  readonly #controller = new AbortController();
  #request: ClientRequest | undefined;
  #unlink: (() => void) | undefined;
  #asked = deferred<NextEvent>();
  #outcome: Promise<NextEvent> | undefined;
  #capabilities: ClientCapabilities = {};
  #count = 0;

  /** @param id that of the call; the same in all requests it takes. */
  constructor(id: string) {
    this.id = id;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The client's request in hand; absent while the call is parked. */
  get request(): ClientRequest | undefined {
    return this.#request;
  }

  /** From here on the call is a part of this request, and ends when its client goes. */
  attach(request: ClientRequest, timeoutMs: number | undefined): void {
    this.detach();
    this.#request = request;
    this.#capabilities = request.capabilities;
    const { signal } = request.context.mcpReq;
    const follow = (): void => this.abort(signal.reason);
    if (signal.aborted) follow();
    else signal.addEventListener('abort', follow, { once: true });
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => this.abort(new CallTimeoutError(timeoutMs)), timeoutMs);
    this.#unlink = () => {
      signal.removeEventListener('abort', follow);
      clearTimeout(timer);
    };
  }

  detach(): void {
    this.#unlink?.();
    this.#unlink = undefined;
    this.#request = undefined;
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
    this.refuse(reason);
  }

  /** Leaves what the tool asks unanswered, and lets it go on. */
  refuse(reason: unknown): void {
    for (const { reject } of this.questions.values()) reject(reason);
    this.questions.clear();
    this.#asked = deferred();
  }

  begin(outcome: Promise<CallOutcome>): void {
    this.#outcome = outcome.then((ended) => ({ kind: 'outcome', outcome: ended }));
    // A parked call may end while nobody listens.
    this.#outcome.catch(() => undefined);
  }

  /** Asks the client, with all that the tool asks in the same turn. */
  ask(request: InputRequest, name?: string): Promise<Readonly<Record<string, unknown>>> {
    const { signal } = this;
    if (signal.aborted) return Promise.reject(signal.reason);
    const capabilities = this.#capabilities;
    const { method, params } = request;
    const mode = params && 'mode' in params ? params.mode : undefined;
    const required = missingCapability(method, capabilities, mode);
    if (required) return Promise.reject(new McpCapabilityMissingError(method, required));
    this.#count += 1;
    const key = name ?? `q${this.#count}`;
    if (this.questions.has(key)) {
      return Promise.reject(new TypeError(`Two questions at once have the name "${key}".`));
    }
    return new Promise((resolve, reject) => {
      this.questions.set(key, { request, resolve, reject });
      // What a tool asks at once goes out at once.
      setTimeout(() => this.#asked.resolve({ kind: 'questions' }), 0);
    });
  }

  /** Waits until there is something to tell the client. */
  next(): Promise<NextEvent> {
    if (!this.#outcome) throw new TypeError('The call was never begun.');
    return Promise.race([this.#outcome, this.#asked.promise]);
  }

  /** Hands answers to the tool; whether all that was asked is answered. */
  answer(answers: Readonly<Record<string, unknown>>): boolean {
    for (const [key, question] of [...this.questions]) {
      const given = Object.hasOwn(answers, key) ? answers[key] : undefined;
      if (typeof given !== 'object' || given === null) continue;
      this.questions.delete(key);
      // An answer is an object of the client's; whoever asked looks at what is in it.
      question.resolve(given as Readonly<Record<string, unknown>>);
    }
    if (this.questions.size > 0) return false;
    this.#asked = deferred();
    return true;
  }
}

/** The server's own clock ended the call. */
export class CallTimeoutError extends Error {
  override readonly name = 'CallTimeoutError';

  constructor(timeoutMs: number) {
    super(`The call did not finish within ${timeoutMs} ms.`);
  }
}
