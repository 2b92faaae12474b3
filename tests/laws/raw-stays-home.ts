import type { FoundCanary } from './kit/canary.ts';
import { canariesIn, UNNUMBERED } from './kit/canary.ts';
import type { CallScript, Script, ToolScript } from './kit/script.ts';
import { callNumber, callsOf, plainCall, TOOL_NAMES, toolOf } from './kit/script.ts';
import type { Trial } from './kit/trial.ts';

/** What a trial came to, and what was traced of it. */
export interface TracedTrial extends Trial {
  readonly spans?: readonly unknown[];
}

/**
 * Law 5: once a tool says what an audience may see, none of its raw payloads reaches that audience,
 * by whatever path; and what no audience is ever given stays with the application.
 */
export function rawStaysHome(trial: TracedTrial): readonly string[] {
  const calls = begunCalls(trial.script);
  const look = (
    audience: string,
    seen: unknown,
    mayShow: (found: FoundCanary, call: CallScript, tool: ToolScript | undefined) => boolean,
  ): readonly string[] =>
    canariesIn(seen).flatMap((found) => {
      if (found.n === UNNUMBERED || isModelsAnswer(trial, found)) return [];
      if (found.place === 'code') {
        // what a tool's own rules and transforms throw is for the log, if it has no secrets there
        const tool = trial.script.tools[found.n];
        const mayLog = audience === 'the log' && isOpen(tool);
        return mayLog ? [] : [`${audience} sees what code of ${TOOL_NAMES[found.n]} threw`];
      }
      const call = calls.get(found.n);
      const shown =
        found.place !== 'context' &&
        call !== undefined &&
        mayShow(found, call, toolOf(trial.script, call.tool));
      return shown ? [] : [`${audience} sees the ${found.place} of call ${found.n}`];
    });
  /** A tool that hides nothing; one that the model made up hides nothing either. */
  const isOpen = (tool: ToolScript | undefined): boolean =>
    tool === undefined || tool.shows === 'everything';
  const forPeople: Parameters<typeof look>[2] = ({ place }, call, tool) =>
    isOpen(tool)
      ? place !== 'cause' || call.does === 'throws oddly'
      : streamedAsAnother(trial, place, call);
  return [
    ...look('a screen', trial.shown, forPeople),
    ...look('the transcript', trial.transcript, forPeople),
    ...look(
      'the model',
      trial.requests.map(({ prompt, tools }) => [prompt, tools]),
      ({ place }, _call, tool) =>
        ({
          input: true,
          edit: true,
          message: true,
          output: encodesNothing(tool),
          suspend: true,
          resume: true,
        })[place] ?? false,
    ),
    ...look('the log', trial.log, (_found, _call, tool) => isOpen(tool)),
    ...look('a span', trial.spans ?? [], () => false),
    ...look(
      'the store',
      [trial.runs, trial.calls, trial.messages, trial.decisions],
      ({ place }, call, tool) =>
        ['input', 'edit', 'message'].includes(place) ||
        (place === 'output' && encodesNothing(tool)) ||
        (isOpen(tool) && forPeople({ place, n: 0 }, call, tool)),
    ),
  ];
}

/** The calls of a script by number, those whose input never ended too. */
function begunCalls({ responses }: Script): ReadonlyMap<number, CallScript> {
  return new Map(
    responses.flatMap(({ items }, step) =>
      items.flatMap((item, index): readonly (readonly [number, CallScript])[] => {
        if (item.kind === 'text') return [];
        const call = item.kind === 'call' ? item : { ...plainCall, tool: item.tool };
        return [[callNumber(step, index), call]];
      }),
    ),
  );
}

/** What a model writes into a call of a tool that is not there is shown as it is. */
function isModelsAnswer({ script }: Trial, { place, n }: FoundCanary): boolean {
  const writesOne = callsOf(script).some(({ call }) => call.tool === 'helve_answer');
  return place === 'resume' && n === 0 && writesOne;
}

function encodesNothing(tool: ToolScript | undefined): boolean {
  return tool === undefined || tool.encode === 'none';
}

/**
 * A provider may begin a call under another name than it ends it with. Until then its input is that
 * other tool's, and shown as that one says.
 */
function streamedAsAnother({ script }: Trial, place: string, call: CallScript): boolean {
  return (
    place === 'input' && call.form === 'renamed' && toolOf(script, 'beta')?.shows === 'everything'
  );
}
