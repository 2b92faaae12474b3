/** A call that a scripted model makes. */
export interface ScriptedCall {
  readonly toolName: string;
  /** A value, sent as JSON; or a text, sent as it is, broken JSON too. */
  readonly input: unknown;
  readonly toolCallId?: string;
  readonly providerMetadata?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What a scripted model says: a text, or text, thoughts and calls. */
export type ScriptedResponse =
  | string
  | {
      readonly reasoning?: string;
      readonly text?: string;
      readonly toolCalls?: readonly ScriptedCall[];
      /** Default `tool-calls` where there are calls, else `stop`. */
      readonly finishReason?:
        | 'stop'
        | 'length'
        | 'content-filter'
        | 'tool-calls'
        | 'error'
        | 'other';
      readonly usage?: { readonly inputTokens?: number; readonly outputTokens?: number };
      /** The response breaks off with this, which the provider reports, instead of finishing. */
      readonly error?: unknown;
      /**
       * After how many pieces of thoughts, text and arguments a streamed response breaks off: with
       * `error`, where there is one, else as when the connection is lost. Default: after all, where
       * there is an `error`. A whole response that breaks off fails.
       */
      readonly breakOffAfter?: number;
      /** How many characters a streamed piece has; several take turns. At least 1, default 8. */
      readonly chunkSize?: number | readonly number[];
      /**
       * How long the model takes for each part of a streamed response, and for all of a whole one,
       * in milliseconds. An abort ends it at once. Default 0.
       */
      readonly delayMs?: number;
      /** Sent as they are, in front of everything else: parts of the spec that have no short form. */
      readonly parts?: readonly ScriptedPart[];
    };

/** A part of the AI SDK's spec v4, streamed or whole. */
export type ScriptedPart = { readonly type: string } & Readonly<Record<string, unknown>>;

/** The parts of a response, as a model of spec v4 gives them. */
export function responseParts(
  response: ScriptedResponse,
  turn: number,
  form: 'streamed' | 'whole',
): ScriptedPart[] {
  const script = typeof response === 'string' ? { text: response } : response;
  const { reasoning, text, toolCalls = [], usage = {}, chunkSize = 8 } = script;
  const parts: ScriptedPart[] = form === 'streamed' ? [{ type: 'stream-start', warnings: [] }] : [];
  // one by one: as the arguments of one push(), a megabyte in small pieces would overflow the stack
  const add = (more: readonly ScriptedPart[]): void => {
    for (const part of more) parts.push(part);
  };
  add(script.parts ?? []);
  const write = form === 'streamed' ? streamedText : wholeText;
  if (reasoning !== undefined) add(write('reasoning', `r${turn}`, reasoning, chunkSize));
  if (text !== undefined) add(write('text', `t${turn}`, text, chunkSize));
  toolCalls.forEach((call, index) => {
    const toolCallId = call.toolCallId ?? `call-${turn}-${index}`;
    const input = typeof call.input === 'string' ? call.input : (JSON.stringify(call.input) ?? '');
    const { toolName, providerMetadata } = call;
    if (form === 'streamed') {
      parts.push({ type: 'tool-input-start', id: toolCallId, toolName });
      for (const delta of pieces(input, chunkSize)) {
        parts.push({ type: 'tool-input-delta', id: toolCallId, delta });
      }
      parts.push({ type: 'tool-input-end', id: toolCallId });
    }
    parts.push({
      type: 'tool-call',
      toolCallId,
      toolName,
      input,
      ...(providerMetadata === undefined ? {} : { providerMetadata }),
    });
  });
  const { error, breakOffAfter } = script;
  if (breakOffAfter !== undefined) parts.splice(lengthOf(parts, breakOffAfter));
  if (error !== undefined) parts.push({ type: 'error', error });
  if (error !== undefined || breakOffAfter !== undefined) return parts;
  const unified = script.finishReason ?? (toolCalls.length > 0 ? 'tool-calls' : 'stop');
  const finishReason = { unified, raw: unified };
  parts.push({
    type: 'finish',
    finishReason,
    usage: {
      inputTokens: { total: usage.inputTokens },
      outputTokens: { total: usage.outputTokens },
    },
  });
  return parts;
}

/** How long the model takes for each part of a response, in milliseconds. */
export function delayOf(response: ScriptedResponse): number {
  return typeof response === 'string' ? 0 : (response.delayMs ?? 0);
}

/** How many parts there are before piece number `count`, from 0. */
function lengthOf(parts: readonly ScriptedPart[], count: number): number {
  let seen = 0;
  const index = parts.findIndex(({ type }) => type.endsWith('-delta') && seen++ === count);
  return index < 0 ? parts.length : index;
}

type Sizes = number | readonly number[];

function streamedText(
  type: 'text' | 'reasoning',
  id: string,
  text: string,
  sizes: Sizes,
): readonly ScriptedPart[] {
  const deltas = pieces(text, sizes).map((delta) => ({ type: `${type}-delta`, id, delta }));
  return [{ type: `${type}-start`, id }, ...deltas, { type: `${type}-end`, id }];
}

function wholeText(type: 'text' | 'reasoning', _id: string, text: string): readonly ScriptedPart[] {
  return [{ type, text }];
}

function pieces(text: string, chunkSize: Sizes): readonly string[] {
  const sizes = typeof chunkSize === 'number' ? [chunkSize] : chunkSize;
  const result: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = sizes[result.length % sizes.length];
    if (size === undefined || !Number.isInteger(size) || size < 1) {
      throw new RangeError(
        `chunkSize is ${JSON.stringify(chunkSize)}: give whole numbers of characters from 1 up.`,
      );
    }
    result.push(text.slice(at, at + size));
    at += size;
  }
  return result;
}
