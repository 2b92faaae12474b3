/** What a person makes of a call that waits for approval. */
export type Decision =
  | { readonly kind: 'approve'; readonly amount?: number }
  | { readonly kind: 'decline'; readonly reason?: string };

/** Whoever the desk works for: somebody at a terminal, or flags. `undefined`: they leave. */
export interface Person {
  /** Their next question; `suggestion` is one they might ask. */
  question(suggestion: string | undefined): Promise<string | undefined>;
  /** Whether a call may run; an amount in it, in euros, may be changed. */
  decision(question: string, amount: number | undefined): Promise<Decision | undefined>;
  /** The answer to what a tool asks. */
  answer(question: string): Promise<string | undefined>;
  /** Whether to show, in the end, what was kept of all this and what was not. */
  wantsTranscript(): Promise<boolean>;
}
