import { messageOf } from '../../call/call-failure.ts';
import type { ModelRequest } from '../../model/model-request.ts';
import type { RootKind } from '../../schema/adapt-root.ts';
import { adaptRoot, unwrapRoot } from '../../schema/adapt-root.ts';
import { closeDescription } from '../../schema/close-objects.ts';
import { coerceAndValidate } from '../../schema/coerce.ts';
import { describeSchema } from '../../schema/describe.ts';
import { formatIssues } from '../../schema/issues.ts';
import type { StandardJsonSchema } from '../../schema/standard-schema.ts';
import type { JsonObject } from '../../tool/json.ts';
import type { UserMessage } from '../../tool/message.ts';
import { InvalidObjectError } from '../agent-errors.ts';
import { NOTE } from '../run/tool-message.ts';

/** The object that a run is asked for: what the model is told of it, and how an answer is judged. */
export interface ObjectFormat {
  readonly responseFormat: NonNullable<ModelRequest['responseFormat']>;
  /** Judges the text of a final answer. */
  judge(text: string): Promise<ObjectVerdict>;
}

/** The object, or what is wrong with the answer, in words for the model. */
export type ObjectVerdict =
  | { readonly ok: true; readonly object: unknown }
  | { readonly ok: false; readonly problem: string };

const PLACE = { toolName: 'the answer', parameter: 'output' } as const;

/** @throws SchemaConversionError where the schema cannot be described. */
export function objectFormat(schema: StandardJsonSchema): ObjectFormat {
  const { document } = describeSchema(schema, 'input', 'draft-07', PLACE);
  const adapted = adaptRoot(closeDescription(schema, document));
  return {
    // The description of a schema is a JSON document.
    responseFormat: { type: 'json', schema: adapted.document as JsonObject },
    judge: (text) => judge(text, schema, adapted.kind, () => document),
  };
}

async function judge(
  text: string,
  schema: StandardJsonSchema,
  kind: RootKind,
  describe: () => JsonObject | ReturnType<typeof describeSchema>['document'],
): Promise<ObjectVerdict> {
  let value: unknown;
  try {
    value = JSON.parse(withoutFence(text));
  } catch (error) {
    return { ok: false, problem: `It is not JSON: ${messageOf(error)}.` };
  }
  const result = await coerceAndValidate(schema, describe, unwrapRoot(kind, value));
  if (result.ok) return { ok: true, object: result.parsed };
  return { ok: false, problem: `It does not fit the schema:\n${formatIssues(result.issues)}` };
}

/** Models that were asked for JSON alone still put it into a code block now and then. */
function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}

/** Asks the model to correct its answer; once. */
export function repairRequest(problem: string): UserMessage {
  return {
    role: 'user',
    content: `(Your answer cannot be used. ${problem}\nAnswer again, with the corrected JSON and nothing else.)`,
    providerOptions: NOTE,
  };
}

/** The error of a run whose answer could not be used, nor the corrected one. */
export function invalidObject(text: string, problem: string): InvalidObjectError {
  return new InvalidObjectError(
    `The model's answer cannot be used, and neither could its first one. ${problem}`,
    text,
  );
}
