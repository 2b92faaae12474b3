import { delay } from '../agent/step/delay.ts';
import type { LanguageModel } from '../model/language-model.ts';
import type { ScriptedRequest } from './scripted-request.ts';
import type { ScriptedPart, ScriptedResponse } from './scripted-response.ts';
import { delayOf, responseParts } from './scripted-response.ts';
import { streamParts } from './stream-parts.ts';

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
 * what one function makes of every request. A turn that throws is a provider that refuses; a response
 * with `error` or `breakOffAfter` is one that breaks off on the way, one with `delayMs` is slow.
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
 *
 * @example
 * const model = scriptedModel((request) => `You said: ${lastUserText(request)}`);
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
      const response = await answer(options);
      const parts = responseParts(response, requests.length, 'whole');
      const delayMs = delayOf(response);
      if (delayMs > 0) await delay(delayMs, options.abortSignal);
      return wholeResponse(parts);
    },
    async doStream(options: ScriptedRequest) {
      const response = await answer(options);
      const parts = responseParts(response, requests.length, 'streamed');
      return { stream: streamParts(parts, options.abortSignal, delayOf(response)) };
    },
  };
}

function wholeResponse(parts: readonly ScriptedPart[]): object {
  const failure = parts.find((part) => part.type === 'error');
  if (failure) throw failure['error'];
  const end = parts.findLast((part) => part.type === 'finish');
  if (!end) throw new Error('The connection was lost, as the script has it.');
  const { type: _, ...finish } = end;
  return { content: parts.filter((part) => part.type !== 'finish'), warnings: [], ...finish };
}
