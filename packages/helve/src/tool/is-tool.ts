import type { AnyTool } from './tool.ts';

/** Found on every tool, also on those that another copy of the library made. */
export const toolMarker: unique symbol = Symbol.for('helve.tool');

/**
 * Tells a tool made with `createTool()` from anything else, across copies of the library.
 *
 * @example
 * const tools = Object.values(await import('./tools.js')).filter(isTool);
 */
export function isTool(value: unknown): value is AnyTool {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, toolMarker);
}
