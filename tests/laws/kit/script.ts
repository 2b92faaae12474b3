/**
 * What happens in one trial of the laws, as plain data: which tools there are, what the model
 * writes, what tools do, what people decide and when the run is aborted. `carryOut` plays it.
 */
export interface Script {
  /** Three tools: what the model calls `alpha`, `beta` and `gamma`. */
  readonly tools: readonly [ToolScript, ToolScript, ToolScript];
  /** What the model answers, request by request; after the last one it says that it is over. */
  readonly responses: readonly ResponseScript[];
  /** What people do, in this order; after that everything that still waits is let go on. */
  readonly acts: readonly Act[];
  readonly abort: AbortScript;
  /** How often each process commits before it dies; the one after the last lives on. */
  readonly crashes: readonly number[];
  readonly way: 'stream' | 'generate';
  readonly whenMessaged: 'keep' | 'supersede' | 'refuse';
  readonly autoResume: boolean;
}

/** A tool's declaration. The first of each is the plainest. */
export interface ToolScript {
  readonly gate: 'open' | 'asks' | 'rule says no' | 'rule throws' | 'rule hangs';
  readonly guard: 'none' | 'lets pass' | 'refuses' | 'answers' | 'throws' | 'hangs' | 'is odd';
  readonly reads: boolean;
  readonly output: 'any' | 'checked';
  readonly encode: 'none' | 'text' | 'undefined' | 'unknown' | 'throws' | 'hangs';
  readonly shows: 'everything' | 'projections' | 'nothing' | 'undefined' | 'throws';
  readonly hooks: 'none' | 'quiet' | 'throw' | 'hang';
}

export type ToolName = 'alpha' | 'beta' | 'gamma';

/** One response of the model. */
export interface ResponseScript {
  readonly items: readonly Item[];
  readonly ending: 'tool-calls' | 'stop' | 'length' | 'content-filter' | 'error' | 'breaks off';
}

export type Item = CallScript | AbandonedCall | { readonly kind: 'text' };

/** A call that the model makes. */
export interface CallScript {
  readonly kind: 'call';
  readonly tool: ToolName | 'inactive' | 'unknown' | 'helve_answer';
  readonly input: 'valid' | 'forged' | 'as text' | 'invalid' | 'malformed' | 'none';
  readonly form: 'at once' | 'streamed' | 'without an end' | 'renamed';
  readonly id: 'new' | 'empty' | 'used';
  /** What the tool does, if it is run. */
  readonly does: Behaviour;
  /** What the tool suspends with, where it does. */
  readonly payload: Data;
}

/** A call whose input begins and never ends. */
export interface AbandonedCall {
  readonly kind: 'abandoned';
  readonly tool: ToolName;
}

export type Behaviour =
  | 'returns'
  | 'returns nothing'
  | 'returns wrong'
  | 'returns late'
  | 'reports'
  | 'throws'
  | 'throws oddly'
  | 'hangs'
  | 'suspends'
  | 'suspends twice'
  | 'suspends unawaited'
  | 'suspends caught'
  | 'suspends badly';

/** A payload; all but `undefined` are data. */
export type Data = 'object' | 'false' | '0' | '""' | 'null';

/** What a person, or a client, does. */
export interface Act {
  readonly do:
    | 'agree'
    | 'edit'
    | 'decline'
    | 'decide both ways'
    | 'decide again'
    | 'decide late'
    | 'decide elsewhere'
    | 'answer badly'
    | 'confuse kinds'
    | 'message'
    | 'forge'
    | 'restart';
  /** Which of the waiting calls; for `decide late` which of the waits that were decided on before. */
  readonly which: number;
  readonly data: Data;
  /** Whether the decision names the wait, too, or the call alone. */
  readonly numbered: boolean;
  /** As soon as a call is announced as waiting, instead of when the run is at rest. */
  readonly soon: boolean;
}

/** When the run's signal is aborted: never, or at the n-th of something. */
export interface AbortScript {
  readonly at: 'never' | 'start' | 'chunk' | 'execution';
  readonly n: number;
}

/** What is left out of a script is as plain as can be. */
export interface ShortScript extends Partial<Omit<Script, 'tools' | 'responses' | 'acts'>> {
  readonly tools?: readonly Partial<ToolScript>[];
  readonly responses?: readonly ShortResponse[];
  readonly acts?: readonly Partial<Act>[];
}

/** A response with its plain parts left out. */
export interface ShortResponse {
  readonly items: readonly (Partial<CallScript> | Exclude<Item, CallScript>)[];
  readonly ending?: ResponseScript['ending'];
}

export const plainTool: ToolScript = {
  gate: 'open',
  guard: 'none',
  reads: false,
  output: 'any',
  encode: 'none',
  shows: 'everything',
  hooks: 'none',
};

export const plainCall: CallScript = {
  kind: 'call',
  tool: 'alpha',
  input: 'valid',
  form: 'at once',
  id: 'new',
  does: 'returns',
  payload: 'object',
};

export const plainAct: Act = {
  do: 'agree',
  which: 0,
  data: 'object',
  numbered: true,
  soon: false,
};

export const plainScript: Script = {
  tools: [plainTool, plainTool, plainTool],
  responses: [],
  acts: [],
  abort: { at: 'never', n: 0 },
  crashes: [],
  way: 'stream',
  whenMessaged: 'keep',
  autoResume: false,
};

/** Fills in what a short script leaves out. */
export function fullScript(short: ShortScript): Script {
  const [alpha, beta, gamma] = short.tools ?? [];
  const items = (given: ShortResponse['items']): readonly Item[] =>
    given.map((item) =>
      item.kind === 'text' || item.kind === 'abandoned' ? item : { ...plainCall, ...item },
    );
  return {
    ...plainScript,
    ...short,
    tools: [
      { ...plainTool, ...alpha },
      { ...plainTool, ...beta },
      { ...plainTool, ...gamma },
    ],
    responses: (short.responses ?? []).map((response) => ({
      ending: 'tool-calls',
      ...response,
      items: items(response.items),
    })),
    acts: (short.acts ?? []).map((act) => ({ ...plainAct, ...act })),
  };
}

export const TOOL_NAMES: readonly string[] = ['alpha', 'beta', 'gamma'];

/** The declaration of a tool by its name; `undefined` for names that are no tool of a script. */
export function toolOf(script: Script, name: string): ToolScript | undefined {
  return script.tools[TOOL_NAMES.indexOf(name)];
}

/** A call of a script, with the number that its input carries. */
export interface NumberedCall {
  readonly n: number;
  readonly call: CallScript;
  readonly response: ResponseScript;
}

/** Every call of a script has a number of its own. */
export function callNumber(step: number, index: number): number {
  return step * 100 + index;
}

/** The calls of a script that the model completes, in the order in which it makes them. */
export function callsOf(script: Script): readonly NumberedCall[] {
  return script.responses.flatMap((response, step) =>
    response.items.flatMap((call, index) =>
      call.kind === 'call' ? [{ n: callNumber(step, index), call, response }] : [],
    ),
  );
}

/** Whether a response counts: calls of all others never were. */
export function endsWell({ ending }: ResponseScript): boolean {
  return ending === 'tool-calls' || ending === 'stop';
}
