import type { ElicitationResult, JsonObject, StandardJsonSchema } from 'helve';
import { checkedSchema } from './checked-schema.ts';
import { isObject } from './json.ts';

/** What a server wants to know of a person. */
export interface Elicitation {
  readonly message: string;
  /** `form`: fields to fill in; `url`: a page to go to, where the rest happens. */
  readonly mode: 'form' | 'url';
  /** The form, as JSON Schema: a flat object. */
  readonly requestedSchema: JsonObject;
  readonly url?: string;
}

/** What the person said: the SDK's and Helve's shape of it are one. */
export type ElicitationAnswer = ElicitationResult;

const NO_FIELDS: JsonObject = { type: 'object', properties: {} };

/** Reads a server's question; `undefined` where it is none that a person could be shown. */
export function readElicitation(params: unknown): Elicitation | undefined {
  if (!isObject(params)) return undefined;
  const { message, mode, requestedSchema, url } = params;
  if (typeof message !== 'string') return undefined;
  if (mode === 'url') {
    if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
    return { message, mode, url, requestedSchema: NO_FIELDS };
  }
  if (!isObject(requestedSchema) || requestedSchema['type'] !== 'object') return undefined;
  // What came over the wire is JSON.
  return { message, mode: 'form', requestedSchema: requestedSchema as JsonObject };
}

/**
 * The schema of the answer to a question: its form, or `null`, by which a person declines to answer
 * and lets the server go on without.
 *
 * @throws SchemaError where the server's form is no JSON Schema.
 */
export function answerSchemaOf(requestedSchema: JsonObject): StandardJsonSchema {
  // Whoever is trusted: forms have no need of patterns that could hold up whoever answers.
  return checkedSchema({ ...requestedSchema, type: ['object', 'null'] }, false);
}

/** An answer of a person, as servers are told of it. */
export function toAnswer(elicitation: Elicitation, data: unknown): ElicitationAnswer {
  if (data === null || data === undefined) return { action: 'decline' };
  if (elicitation.mode === 'url') return { action: 'accept' };
  const content = isObject(data) ? data : {};
  return { action: 'accept', content: withDefaults(elicitation.requestedSchema, content) };
}

/** Fills in what a person left as the form had it. */
function withDefaults(
  requestedSchema: JsonObject,
  content: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { properties } = requestedSchema;
  if (!isObject(properties)) return content;
  const filled: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(properties)) {
    if (isObject(field) && field['default'] !== undefined) filled[name] = field['default'];
  }
  return { ...filled, ...content };
}
