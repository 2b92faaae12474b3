import type { CallEnd, RequestedCall } from '../../call/call.ts';
import type { CallHooks } from '../../call/call-hooks.ts';
import type { Execution } from '../../call/execute.ts';
import type { Admission, InputCheck } from '../../call/pipeline.ts';
import type { ProjectionSource } from '../../call/project.ts';
import type { CallRecord } from '../../store/records.ts';
import type { ToolSource } from '../../tool/tool.ts';
import type { Waiting } from '../run/run-result.ts';

/** A call that was begun before its response had ended. */
export interface EarlyStart {
  readonly admission: Promise<Admission>;
  /** What came of running it; absent where it was not let through. */
  readonly execution: Promise<Execution | undefined>;
  /** The response ended badly: nothing may come of the call. */
  cancel(reason: unknown): void;
}

/** A call that a model just made, its input checked. */
export interface NewCall {
  readonly request: RequestedCall;
  readonly tool: ToolSource | undefined;
  readonly hooks: CallHooks | undefined;
  readonly input: InputCheck;
  /** It only reads, so it was begun while the response was still coming. */
  readonly early?: EarlyStart | undefined;
  /** Where projections of its payloads start from; its input is what the model wrote, if refused. */
  readonly source: ProjectionSource;
}

/** A call that the provider carries out itself. */
export interface ProvidedCall {
  readonly source: ProjectionSource;
  /** The provider asks for approval; the answer goes along with the next input. */
  approvalId?: string;
}

/** A call of the current step of a run that is live in this process. */
export interface LiveCall {
  /** As last committed; absent until the call is first written down. */
  record: CallRecord | undefined;
  /** A commit of the record that is under way: others may see it in the store already. */
  writing?: Promise<void>;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly tool: ToolSource | undefined;
  readonly hooks: CallHooks | undefined;
  /** Where projections of its payloads start from; another one once its input was edited. */
  source: ProjectionSource;
  end: CallEnd | undefined;
  /** Running it, once begun: resolves when it has settled or waits. */
  work?: Promise<void>;
  /** A sub-agent's run that carries it out: resolves when that has ended or waits. */
  child?: Promise<void>;
  /** What the sub-agent's run waits for, while the call is delegated. */
  waits?: readonly Waiting[];
}
