import { RequestContext } from '../tool/request-context.ts';
import type { ToolContext, ToolObserve, ToolWriter } from '../tool/tool-context.ts';
import { suspendUnavailable } from './suspension.ts';
import { silentObserve } from './telemetry.ts';

/** In a direct call nobody watches, so what a tool writes goes nowhere. */
const deafWriter: ToolWriter = {
  write: async () => undefined,
  custom: async () => undefined,
};

/** A call id for a direct call: no provider gave one. */
export function directCallId(): string {
  return `direct-${crypto.randomUUID()}`;
}

/** The members of a context, as far as there are any. */
export type ContextMembers = {
  readonly [Member in keyof ToolContext]?: ToolContext[Member] | undefined;
};

/**
 * The context of a direct call. Members that nobody gave are made when they are first looked at:
 * most tools look at few, and signals and ids are costly. (That is also why it is a class without
 * fields: an object literal with getters takes longer to make than many tools take to run.)
 */
export class DirectContext implements ToolContext {
  /** @param members what the caller gave, and what was made of it. They stay when it is spread. */
  constructor(members?: ContextMembers) {
    if (members === undefined) return;
    for (const [name, value] of Object.entries(members)) {
      if (value !== undefined) keep(this, name, value);
    }
  }

  get requestContext(): RequestContext {
    return keep(this, 'requestContext', new RequestContext());
  }

  /** One that nothing aborts. */
  get abortSignal(): AbortSignal {
    return keep(this, 'abortSignal', new AbortController().signal);
  }

  get observe(): ToolObserve {
    return silentObserve;
  }

  get writer(): ToolWriter {
    return deafWriter;
  }

  get runId(): string {
    return this.toolCallId;
  }

  get toolCallId(): string {
    return keep(this, 'toolCallId', directCallId());
  }

  get attempt(): number {
    return 1;
  }

  get idempotencyKey(): string {
    return `${this.runId}:${this.toolCallId}`;
  }

  get suspend(): () => Promise<never> {
    return suspendUnavailable;
  }

  get resumeData(): unknown {
    return undefined;
  }

  get suspendPayload(): unknown {
    return undefined;
  }
}

/** Makes a value the context's own, in place of the getter of its class. */
function keep<T>(context: DirectContext, name: string, value: T): T {
  Object.defineProperty(context, name, { value, enumerable: true });
  return value;
}
