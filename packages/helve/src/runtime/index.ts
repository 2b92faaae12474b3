/**
 * For packages that run tools, as `@helve/mcp` does: the pipeline that every runtime goes through.
 * Whoever only declares tools or runs agents needs nothing of this.
 *
 * A runtime supplies a {@link CallRuntime}, takes a call through `checkInput` (stages 2 to 4),
 * `admit` (5 to 7) and `perform` (8 to 13), and settles it (14). A call that waited comes back
 * through `readmit`, and then `perform` with its {@link Resumption}.
 *
 * @module
 */
export { answerSchemaOf } from '../call/answer-schema-of.ts';
export type {
  CallEnd,
  CallOutcome,
  CallSuspension,
  CheckedCall,
  RequestedCall,
  Resumption,
} from '../call/call.ts';
export { failed } from '../call/call.ts';
export type { CallFailure, CallFailureCode } from '../call/call-failure.ts';
export { messageOf } from '../call/call-failure.ts';
export { CallHooks } from '../call/call-hooks.ts';
export type { CallRuntime, SourcedRule } from '../call/call-runtime.ts';
export { canonicalJson } from '../call/digest.ts';
export type { ExecutionParts } from '../call/execution-parts.ts';
export { logFailure } from '../call/log-failure.ts';
export { normalize } from '../call/normalize.ts';
export type { Admission, InputCheck, Readmission } from '../call/pipeline.ts';
export { admit, checkInput, digestOf, perform, readmit } from '../call/pipeline.ts';
export type { Projection, ProjectionSource } from '../call/project.ts';
export { project } from '../call/project.ts';
export type { JsonText } from '../call/read-json.ts';
export { isObserved } from '../call/telemetry.ts';
export { type CheckedAnswer, validateAnswer } from '../call/validate-answer.ts';
export type { AdaptedRoot } from '../schema/adapt-root.ts';
export { adaptRoot, EMPTY_OBJECT_SCHEMA } from '../schema/adapt-root.ts';
export type { DescribedSchema, SchemaPlace } from '../schema/describe.ts';
export { describeSchema } from '../schema/describe.ts';
export type { JsonSchemaDocument } from '../schema/standard-schema.ts';
export type { ToolSource } from '../tool/tool.ts';
export { trustedHints } from '../tool/trusted-hints.ts';
