import type { ToolSource } from '../tool/tool.ts';
import type { ToolCallOptions } from '../tool/tool-hooks.ts';
import type { CallRuntime } from './call-runtime.ts';
import { HookChain } from './hook-chain.ts';
import type { LoggedCall } from './log-fields.ts';
import { logFields } from './log-fields.ts';
import type { PartialInput } from './partial-input.ts';

/** Loaded before the first step that needs it: few tools look at the pieces of their inputs. */
let partials: typeof import('./partial-input.ts') | undefined;

/** Makes {@link CallHooks} show partial inputs; nothing to wait for once that was done. */
export function loadPartialInput(): Promise<void> | undefined {
  if (partials) return undefined;
  return import('./partial-input.ts').then((loaded) => {
    partials = loaded;
  });
}

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
    if (partials) this.#partial ??= new partials.PartialInput();
    const partial = this.#partial;
    const { toolCallId, messages, abortSignal } = this.#options;
    this.#chain.run('onInputDelta', () => {
      // Read in the hook's turn: it is told of what had come by its delta, also where it has to wait.
      const partialInput = partial?.push(inputTextDelta);
      return onInputDelta({ toolCallId, messages, abortSignal, inputTextDelta, partialInput });
    });
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
