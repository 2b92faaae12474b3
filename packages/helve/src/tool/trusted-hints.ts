import type { ToolFields } from './tool.ts';
import type { ToolAnnotations } from './tool-annotations.ts';

const NO_HINTS: ToolAnnotations = {};

/** What the hints of a source count as that nobody vouches for: the cautious default of each. */
const CAUTIOUS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

/**
 * The hints that runtimes act on: those the tool gives, or cautious ones where its source is not
 * trusted. Whoever only shows hints, or passes them on, reads `tool.mcp.annotations`.
 *
 * @example
 * const mayRepeat = trustedHints(tool).idempotentHint === true;
 */
export function trustedHints({ mcp }: Pick<ToolFields, 'mcp'>): ToolAnnotations {
  const hints = mcp?.annotations ?? NO_HINTS;
  if (mcp?.trusted !== false) return hints;
  const { title } = hints;
  return title === undefined ? CAUTIOUS : { ...CAUTIOUS, title };
}
