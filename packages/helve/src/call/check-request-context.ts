import { andThen } from '../schema/and-then.ts';
import type { Issue } from '../schema/standard-schema.ts';
import { validateWith } from '../schema/validate.ts';
import type { RequestContext } from '../tool/request-context.ts';
import type { ToolSource } from '../tool/tool.ts';
import type { CheckLimits } from './in-time.ts';
import { inTime } from './in-time.ts';

/** Stage 5's result. */
export type CheckedContext =
  | { readonly ok: true; readonly requestContext: RequestContext }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Stage 5: validates the request context; the tool sees the parsed values. */
export function checkRequestContext(
  tool: ToolSource,
  requestContext: RequestContext,
  limits: CheckLimits,
): CheckedContext | Promise<CheckedContext> {
  if (!tool.requestContextSchema) return { ok: true, requestContext };
  const checking = validateWith(tool.requestContextSchema, requestContext.allRaw);
  return andThen(inTime(checking, limits), (result): CheckedContext => {
    if (!result.ok) return result;
    const { value } = result;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const message = 'the schema must describe an object of the context’s values';
      return { ok: false, issues: [{ message, path: [] }] };
    }
    return { ok: true, requestContext: requestContext.viewAs(value as Record<string, unknown>) };
  });
}
