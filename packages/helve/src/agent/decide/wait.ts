/** One wait of a call: a decision that names it is on that one and no other. */
export interface Wait {
  readonly runId: string;
  readonly toolCallId: string;
  readonly waitNumber: number;
}
