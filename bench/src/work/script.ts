/** A call that the model makes. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as JSON. */
  readonly input: string;
  /** The same text in the pieces in which it is streamed. */
  readonly deltas: readonly string[];
}

/** One response of the model: calls, or the text that ends the run. */
export interface ScriptedReply {
  readonly calls: readonly ScriptedCall[];
  readonly text: string;
  readonly textDeltas: readonly string[];
}

/** What a model was asked with, as text; only made when somebody looks. */
export interface Seen {
  transcript(): string;
  tools(): string;
}

/** What the model does: so many steps with so many calls each, then a text. */
export interface ScriptShape {
  readonly steps: number;
  readonly parallel: number;
  readonly toolName: string;
  /** The tool of the last step with calls, where it is another one. */
  readonly lastToolName?: string;
  readonly input: (number: number) => unknown;
  readonly text: string;
  /** Characters a streamed piece has. */
  readonly pieceLength: number;
}

/**
 * What the mock models of all contenders say. A model of a contender's own kind asks for the reply
 * to a step and puts it in that kind's shape; nothing else is done while the clock runs.
 */
export class Script {
  readonly shape: ScriptShape;
  readonly #replies: ScriptedReply[] = [];
  /** Set while a run is checked instead of timed. */
  #look: ((seen: Seen) => void) | undefined;

  constructor(shape: ScriptShape) {
    this.shape = shape;
    let number = 0;
    for (let step = 0; step < shape.steps; step += 1) {
      const last = step === shape.steps - 1;
      const name = (last ? shape.lastToolName : undefined) ?? shape.toolName;
      const calls = Array.from({ length: shape.parallel }, (_, index) => {
        const input = JSON.stringify(shape.input(number++));
        return {
          id: `call-${step}-${index}`,
          name,
          input,
          deltas: pieces(input, shape.pieceLength),
        };
      });
      this.#replies.push({ calls, text: '', textDeltas: [] });
    }
    this.#replies.push({
      calls: [],
      text: shape.text,
      textDeltas: pieces(shape.text, shape.pieceLength),
    });
  }

  get callCount(): number {
    return this.shape.steps * this.shape.parallel;
  }

  /** Looks at what the model is asked with in its last request, until told otherwise. */
  inspect(look: ((seen: Seen) => void) | undefined): void {
    this.#look = look;
  }

  /**
   * The reply to a step, counted from 0.
   *
   * @param step what the contender's model makes of the transcript's length
   */
  reply(step: number, seen: Seen): ScriptedReply {
    const reply = this.#replies[step];
    if (reply === undefined) {
      throw new Error(`The model was asked for step ${step} of ${this.#replies.length}.`);
    }
    if (reply.calls.length === 0) this.#look?.(seen);
    return reply;
  }
}

/** Cuts a text into pieces. */
export function pieces(text: string, length: number): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at += length) found.push(text.slice(at, at + length));
  return found;
}

/** Which step a transcript has come to, if every step adds the same number of messages. */
export function stepAt(length: number, before: number, perStep: number): number {
  return (length - before) / perStep;
}
