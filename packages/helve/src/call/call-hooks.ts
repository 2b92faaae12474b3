import type { ToolSource } from '../tool/tool.ts';
import type { InputDelta, ToolCallOptions } from '../tool/tool-hooks.ts';
import type { CallRuntime } from './call-runtime.ts';
import { HookChain } from './hook-chain.ts';
import type { LoggedCall } from './log-fields.ts';
import { logFields } from './log-fields.ts';
import { ownGetter } from './own-getter.ts';
import { PartialInput } from './partial-input.ts';

/**
 * The four hooks of one call, told in order: start ≤ delta* ≤ available ≤ output. Calls of tools
 * without hooks cost nothing here.
 */
export class CallHooks {
  readonly #tool: ToolSource;
  readonly #toolName: string;
  readonly #chain: HookChain;
  readonly #options: ToolCallOptions;
  #partial: PartialInput | undefined;
  #started = false;

  constructor(
    tool: ToolSource,
    call: Pick<LoggedCall, 'runId' | 'toolCallId' | 'toolName'>,
    runtime: CallRuntime,
  ) {
    this.#tool = tool;
    this.#toolName = call.toolName;
    this.#chain = new HookChain(runtime.logger, (error) => logFields({ ...call, tool }, error));
    let signal = runtime.abortSignal;
    this.#options = {
      toolCallId: call.toolCallId,
      messages: runtime.messages(),
      get abortSignal(): AbortSignal {
        signal ??= new AbortController().signal;
        return signal;
      },
    };
  }

  /** Resolves when no hook of this call is left to run; absent where that is now. */
  get pending(): Promise<void> | undefined {
    return this.#chain.pending;
  }

  /** Once per call, whether or not the provider streams the input. */
  started(): void {
    if (this.#started) return;
    this.#started = true;
    const { onInputStart } = this.#tool;
    if (onInputStart) this.#chain.run('onInputStart', () => onInputStart(this.#options));
  }

  received(inputTextDelta: string): void {
    const { onInputDelta } = this.#tool;
    if (!onInputDelta) return;
    this.#partial ??= new PartialInput();
    const count = this.#partial.push(inputTextDelta);
    const delta = new Delta(inputTextDelta, this.#options, this.#partial, count);
    this.#chain.run('onInputDelta', () => onInputDelta(delta));
  }

  /** Stage 4: the input is complete, parsed and valid. */
  available(input: unknown): void {
    this.started();
    const { onInputAvailable } = this.#tool;
    if (!onInputAvailable) return;
    this.#chain.run('onInputAvailable', () => onInputAvailable({ ...this.#options, input }));
  }

  /** Stage 11: the tool succeeded. */
  succeeded(output: unknown): void {
    const { onOutput } = this.#tool;
    if (!onOutput) return;
    const { messages: _, ...options } = this.#options;
    const toolName = this.#toolName;
    this.#chain.run('onOutput', () => onOutput({ ...options, output, toolName }));
  }
}

/** One of very many: what takes time to make is made only for hooks that look at it. */
class Delta implements InputDelta {
  readonly inputTextDelta: string;
  readonly toolCallId: string;
  readonly messages: InputDelta['messages'];
  readonly #options: ToolCallOptions;
  readonly #partial: PartialInput;
  readonly #count: number;

  /** @param count how many deltas there have been with this one. */
  constructor(
    inputTextDelta: string,
    options: ToolCallOptions,
    partial: PartialInput,
    count: number,
  ) {
    this.inputTextDelta = inputTextDelta;
    this.toolCallId = options.toolCallId;
    this.messages = options.messages;
    this.#options = options;
    this.#partial = partial;
    this.#count = count;
    Object.defineProperty(this, 'abortSignal', ABORT_SIGNAL);
    Object.defineProperty(this, 'partialInput', PARTIAL_INPUT);
  }

  get abortSignal(): AbortSignal {
    return this.#options.abortSignal;
  }

  get partialInput(): unknown {
    return this.#partial.valueAfter(this.#count);
  }
}

const ABORT_SIGNAL = ownGetter(Delta.prototype, 'abortSignal');
const PARTIAL_INPUT = ownGetter(Delta.prototype, 'partialInput');
