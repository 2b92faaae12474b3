import type { LanguageModel } from '../model/language-model.ts';
import type { ScriptedResponse } from './scripted-response.ts';
import { responseParts } from './scripted-response.ts';

/**
 * What a scripted model is asked, as it is asked: the options of the AI SDK's spec v4. Those that
 * are not named here are there too: `request['temperature']`, `request['responseFormat']`.
 */
export interface ScriptedRequest {
  readonly [option: string]: unknown;
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly Readonly<Record<string, unknown>>[];
  readonly toolChoice?: unknown;
  readonly abortSignal?: AbortSignal;
}

/** A response, or how to make one of the request. */
export type ScriptedTurn =
  | ScriptedResponse
  | ((request: ScriptedRequest) => ScriptedResponse | Promise<ScriptedResponse>);

/** A language model that says what it is told to. */
export interface ScriptedModel extends LanguageModel {
  /** Every request so far, oldest first. */
  readonly requests: readonly ScriptedRequest[];
}

/**
 * Makes a language model that gives the responses of a script, one a request, streamed or whole; or
 * what one function makes of every request. A turn that throws is a provider that refuses.
 *
 * The request for which the script has no response fails, and the run with it.
 *
 * @example
 * const model = scriptedModel([
 *   { toolCalls: [{ toolName: 'weather', input: { city: 'Oslo' } }] },
 *   'It is sunny in Oslo.',
 * ]);
 * const agent = new Agent({ id: 'test', model, tools: { weather } });
 * await agent.generate('How is the weather in Oslo?');
 * expect(model.requests[1]?.prompt.at(-1)?.role).toBe('tool');
 */
export function scriptedModel(
  script: readonly ScriptedTurn[] | Extract<ScriptedTurn, (request: ScriptedRequest) => unknown>,
): ScriptedModel {
  const requests: ScriptedRequest[] = [];
  const answer = async (request: ScriptedRequest): Promise<ScriptedResponse> => {
    const turn = typeof script === 'function' ? script : script[requests.length];
    requests.push(request);
    if (turn === undefined) {
      throw new Error(
        `The scripted model was asked ${requests.length} times and its script has ${script.length} responses. Add one, or see why the run did not end before.`,
      );
    }
    return typeof turn === 'function' ? turn(request) : turn;
  };
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    // It looks at no file, so it can take any address as it is.
    supportedUrls: { '*/*': [/^https?:/] },
    requests,
    async doGenerate(options: ScriptedRequest) {
      const parts = responseParts(await answer(options), requests.length, 'whole');
      const failure = parts.find((part) => part.type === 'error');
      if (failure) throw failure['error'];
      const { type: _, ...finish } = parts.findLast((part) => part.type === 'finish') ?? {
        type: 'finish',
      };
      return { content: parts.filter((part) => part.type !== 'finish'), warnings: [], ...finish };
    },
    async doStream(options: ScriptedRequest) {
      const parts = responseParts(await answer(options), requests.length, 'streamed');
      const { abortSignal } = options;
      let next = 0;
      const stream = new ReadableStream({
        pull(controller) {
          // Taking parts off the front would move all the others, each time.
          const part = parts[next++];
          if (abortSignal?.aborted) controller.error(abortSignal.reason);
          else if (part) controller.enqueue(part);
          else controller.close();
        },
      });
      return { stream };
    },
  };
}
