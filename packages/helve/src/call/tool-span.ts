import type { ToolObserve } from '../tool/tool-context.ts';

/** A span around one execution of a tool. */
export interface ToolSpan {
  readonly observe: ToolObserve;
  /** Runs `work` with the span as the active one. */
  within<T>(work: () => T): T;
  /** Ends the span. Of a failure only its kind is recorded. */
  end(failure?: { readonly error: unknown }): void;
}

/** What a tool's span is labelled with. */
export interface ToolSpanDetails {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly tool: { readonly description?: string };
}
