import { andThen } from '../schema/and-then.ts';
import { formatIssues } from '../schema/issues.ts';
import type { Issue } from '../schema/standard-schema.ts';
import type { AskedBy, PolicyVerdict } from '../store/asked-by.ts';
import type { JsonValue } from '../tool/json.ts';
import type { ToolSource } from '../tool/tool.ts';
import type { ValidationError } from '../tool/validation-error.ts';
import { authorize, notActive, unknownTool } from './authorize.ts';
import type { CallEnd, CallOutcome, CheckedCall, RequestedCall, Resumption } from './call.ts';
import { failed } from './call.ts';
import type { CallHooks } from './call-hooks.ts';
import type { CallRuntime } from './call-runtime.ts';
import { checkPolicies } from './check-policy.ts';
import { checkRequestContext } from './check-request-context.ts';
import { callDigest } from './digest.ts';
import type { Execution } from './execute.ts';
import { aborted, execute } from './execute.ts';
import { whoAsks } from './gate.ts';
import { inTime } from './in-time.ts';
import { encodeForModel } from './model-output.ts';
import { normalize } from './normalize.ts';
import { parseInput } from './parse-input.ts';
import { checkSuspendPayload } from './suspend-payload.ts';
import type { CheckedInput } from './validate-input.ts';
import { acceptedJson, validateInput } from './validate-input.ts';
import type { OutputAuthor } from './validate-output.ts';
import { validateOutput } from './validate-output.ts';
import { validationError, validationText } from './validation-texts.ts';

/** What the stages before execution made of a call, and what the policies, if any, said of it. */
export type Admission = { readonly verdicts?: readonly PolicyVerdict[] } & (
  | { readonly kind: 'ready'; readonly call: CheckedCall }
  | {
      readonly kind: 'approval-needed';
      readonly call: CheckedCall;
      readonly askedBy: readonly AskedBy[];
    }
  /** The tool has no `execute`: whoever runs the agent carries the call out. */
  | { readonly kind: 'client'; readonly call: CheckedCall }
  | { readonly kind: 'ended'; readonly end: CallEnd }
);

/** What became of a call that waited: it goes on (or ends, its tool being inactive), or why not. */
export type Readmission =
  | { readonly ok: true; readonly call: CheckedCall; readonly end?: CallEnd }
  | { readonly ok: false; readonly error: ValidationError };

/** What stages 2 and 3 made of the argument text. */
export type InputCheck =
  | { readonly ok: true; readonly accepted: JsonValue; readonly parsed: unknown }
  | { readonly ok: false; readonly end: CallEnd };

/**
 * Stages 2 to 4, as soon as the model has written the whole call: they have no effect but on hooks.
 * (Stage 1, collecting the text, is the response's reader and `CallHooks`.)
 */
export function checkInput(
  request: RequestedCall,
  tool: ToolSource | undefined,
  runtime: CallRuntime,
  hooks: CallHooks | undefined,
): InputCheck | Promise<InputCheck> {
  const { toolName } = request;
  if (!tool) return { ok: false, end: failed(unknownTool(toolName, runtime.activeTools)) };
  try {
    const text = parseInput(request, tool); //                                    2
    if (!text.ok) return { ok: false, end: failed(text.failure) };
    const input = validateInput(tool, toolName, text.value); //                   3
    const checked = inTime(input, runtime);
    if (checked instanceof Promise) return checked.then((done) => available(toolName, done, hooks));
    return available(toolName, checked, hooks); //                                4
  } catch (error) {
    return { ok: false, end: unusableSchema(toolName, error) };
  }
}

function available(
  toolName: string,
  input: CheckedInput,
  hooks: CallHooks | undefined,
): InputCheck {
  if (!input.ok) return { ok: false, end: invalidInput(toolName, input.issues) };
  hooks?.available(input.parsed);
  return { ok: true, accepted: acceptedJson(input.accepted), parsed: input.parsed };
}

/** Stages 5 to 7, once it is certain that the call is to be carried out. */
export function admit(
  request: RequestedCall,
  tool: ToolSource,
  input: Extract<InputCheck, { ok: true }>,
  runtime: CallRuntime,
  hooks: CallHooks | undefined,
): Admission | Promise<Admission> {
  const checking = checkRequestContext(tool, runtime.requestContext, runtime); // 5
  return andThen(checking, (context) => {
    if (!context.ok) return ended(invalidRequestContext(request.toolName, context.issues));
    const { requestContext } = context;
    const { runId, toolCallId, toolName } = request;
    const { accepted: acceptedInput, parsed: parsedInput } = input;
    return decide(
      { runId, toolCallId, toolName, tool, acceptedInput, parsedInput, requestContext },
      runtime,
      hooks,
    );
  });
}

/** Stages 6 and 7: may the call be carried out, and must somebody approve it first? */
function decide(
  call: CheckedCall,
  runtime: CallRuntime,
  hooks: CallHooks | undefined,
): Admission | Promise<Admission> {
  const verdicts = checkPolicies(call, runtime); //                               6, 7
  const known = verdicts.length > 0 ? { verdicts } : {};
  const authorizing = authorize(call, runtime, verdicts); //                      6
  return andThen(authorizing, (authorization): Admission | Promise<Admission> => {
    if (authorization.kind === 'refused') return ended(failed(authorization.failure), known);
    if (authorization.kind === 'answered') {
      const answering = answerForTool(call, authorization.output, runtime, hooks);
      return answering.then((end) => ended(end, known));
    }
    const asking = whoAsks(call, runtime, verdicts); //                           7
    return andThen(asking, (askedBy): Admission => {
      if (askedBy.length > 0) return { kind: 'approval-needed', call, askedBy, ...known };
      return { kind: call.tool.execute ? 'ready' : 'client', call, ...known };
    });
  });
}

/** The pipeline from execution on: stages 8 to 13. Stage 14, settling, is the runtime's. */
export function perform(
  call: CheckedCall,
  runtime: CallRuntime,
  hooks: CallHooks | undefined,
  {
    resumption,
    started,
  }: {
    readonly resumption?: Resumption;
    readonly started?: Execution | Promise<Execution>;
  } = {},
): CallOutcome | Promise<CallOutcome> {
  const executing = started ?? execute(call, runtime, resumption); //             8
  return andThen(executing, (execution): CallOutcome | Promise<CallOutcome> => {
    if (execution.kind === 'ended') return execution.end;
    if (execution.kind === 'returned') return finish(call, execution.value, runtime, hooks);
    return suspend(call, execution.payload, runtime); //                          9
  });
}

async function suspend(
  call: CheckedCall,
  payload: unknown,
  runtime: CallRuntime,
): Promise<CallOutcome> {
  const outcome = await checkSuspendPayload(call, payload, runtime);
  return outcome.kind === 'error' ? unlessAborted(call, outcome, runtime) : outcome;
}

/** Stages 10 to 13 of what `execute` returned, or of what stands in its place. */
export function finish(
  call: CheckedCall,
  returned: unknown,
  runtime: CallRuntime,
  hooks: CallHooks | undefined,
  author: OutputAuthor = 'tool',
): CallEnd | Promise<CallEnd> {
  const checking = validateOutput(call, returned, author, runtime); //            10
  return andThen(checking, (checked): CallEnd | Promise<CallEnd> => {
    if (!checked.ok) return unlessAborted(call, failed(checked.failure), runtime);
    const { output } = checked;
    hooks?.succeeded(output); //                                                  11
    const encoding = encodeForModel(call, output, runtime); //                    12, 13
    return andThen(encoding, (forModel): CallEnd => ({ kind: 'result', output, forModel }));
  });
}

/**
 * What a call that waited must still be when it goes on: its input valid, its tool active. The gate
 * and the guard are not asked again: the decision stands.
 */
export async function readmit(
  waiting: Pick<CheckedCall, 'runId' | 'toolCallId' | 'toolName' | 'acceptedInput'>,
  tool: ToolSource,
  runtime: CallRuntime,
): Promise<Readmission> {
  const { toolName } = waiting;
  const checking = inTime(validateInput(tool, toolName, waiting.acceptedInput), runtime);
  const input = checking instanceof Promise ? await checking : checking;
  if (!input.ok) return { ok: false, error: validationError('input', toolName, input.issues) };
  const contextCheck = checkRequestContext(tool, runtime.requestContext, runtime);
  const context = contextCheck instanceof Promise ? await contextCheck : contextCheck;
  if (!context.ok) {
    return { ok: false, error: validationError('request context', toolName, context.issues) };
  }
  const call: CheckedCall = {
    ...waiting,
    tool,
    acceptedInput: acceptedJson(input.accepted),
    parsedInput: input.parsed,
    requestContext: context.requestContext,
  };
  if (runtime.activeTools.has(toolName)) return { ok: true, call };
  return { ok: true, call, end: failed(notActive(toolName, runtime.activeTools)) };
}

/** What a decision on this call binds to. */
export function digestOf(call: CheckedCall): string | Promise<string> {
  return callDigest(call.toolName, call.acceptedInput, normalize(call.parsedInput));
}

async function answerForTool(
  call: CheckedCall,
  output: unknown,
  runtime: CallRuntime,
  hooks: CallHooks | undefined,
): Promise<CallEnd> {
  const answer = await finish(call, output, runtime, hooks, 'guard');
  return answer.kind === 'result' ? { ...answer, answeredBy: 'guard' } : answer;
}

/** An abort may be why a check failed: then it is what ended the call. */
function unlessAborted(call: CheckedCall, end: CallEnd, { abortSignal }: CallRuntime): CallEnd {
  return abortSignal?.aborted ? aborted(call, abortSignal.reason) : end;
}

/** The model wrote this input, so it may read the schema's own words about it; people may not. */
function invalidInput(toolName: string, issues: readonly Issue[]): CallEnd {
  return failed({
    code: 'INVALID_INPUT',
    error: validationError('input', toolName, issues),
    modelText: `${validationText('input', toolName, formatIssues(issues))}\nThe tool did not run.`,
    displayText: `The model's arguments for "${toolName}" did not fit its schema; the tool did not run.`,
  });
}

/** What the host put into the context is not the model's business. */
function invalidRequestContext(toolName: string, issues: readonly Issue[]): CallEnd {
  const text = `Tool "${toolName}" cannot be used in this request: the application did not supply what it needs. It did not run; do not try again.`;
  return failed({
    code: 'INVALID_REQUEST_CONTEXT',
    error: validationError('request context', toolName, issues),
    modelText: text,
    displayText: text,
  });
}

function unusableSchema(toolName: string, error: unknown): CallEnd {
  const text = `Tool "${toolName}" cannot be used, because of a mistake in its schema.`;
  const code = 'SCHEMA_CONVERSION_FAILED';
  return failed({ code, error, modelText: text, displayText: text });
}

function ended(end: CallEnd, known: Pick<Admission, 'verdicts'> = {}): Admission {
  return { kind: 'ended', end, ...known };
}
