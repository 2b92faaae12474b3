import type { Issue } from '../schema/standard-schema.ts';
import { validateWith } from '../schema/validate.ts';
import type { RequestContext } from '../tool/request-context.ts';
import type { ToolSource } from '../tool/tool.ts';

/** Stage 5's result. */
export type CheckedContext =
  | { readonly ok: true; readonly requestContext: RequestContext }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Stage 5: validates the request context; the tool sees the parsed values. */
export async function checkRequestContext(
  tool: ToolSource,
  requestContext: RequestContext,
): Promise<CheckedContext> {
  if (!tool.requestContextSchema) return { ok: true, requestContext };
  const result = await validateWith(tool.requestContextSchema, requestContext.allRaw);
  if (!result.ok) return result;
  const { value } = result;
  if (typeof value !== 'object' || value === null) {
    const message = 'the schema must describe an object of the context’s values';
    return { ok: false, issues: [{ message, path: [] }] };
  }
  return { ok: true, requestContext: requestContext.viewAs<Record<string, unknown>>({ ...value }) };
}
