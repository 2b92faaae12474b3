import { isPlainObject, ownValue, setOwnValue } from '../schema/json-type.ts';
import type { ToolSource } from './tool.ts';

/** How each field of a declaration is taken over: as it is, or as a frozen copy. */
const FIELDS: Readonly<Record<keyof ToolSource, 'as-is' | 'copy'>> = {
  id: 'as-is',
  title: 'as-is',
  description: 'as-is',
  inputSchema: 'as-is',
  outputSchema: 'as-is',
  suspendSchema: 'as-is',
  resumeSchema: 'as-is',
  resumeSchemaFor: 'as-is',
  requestContextSchema: 'as-is',
  strict: 'as-is',
  inputExamples: 'copy',
  providerOptions: 'copy',
  mcp: 'copy',
  requireApproval: 'as-is',
  waits: 'copy',
  timeoutMs: 'as-is',
  background: 'copy',
  execute: 'as-is',
  toModelOutput: 'as-is',
  transform: 'copy',
  onInputStart: 'as-is',
  onInputDelta: 'as-is',
  onInputAvailable: 'as-is',
  onOutput: 'as-is',
};

/**
 * Takes over what a tool is declared with, once, so that nothing changes it later: neither its
 * hints nor who may see what. Of several declarations the last one that has a field counts; a field
 * that is `undefined` is not there, so that an option nobody set never switches off an approval.
 */
export function copyToolSource(...declarations: readonly Partial<ToolSource>[]): ToolSource {
  const copy: Record<string, unknown> = {};
  for (const declaration of declarations) {
    for (const [field, how] of Object.entries(FIELDS)) {
      // Read through the prototype: a declaration may be an instance of a class.
      const value: unknown = Reflect.get(declaration, field);
      if (value !== undefined) copy[field] = how === 'copy' ? frozenCopy(value) : value;
    }
  }
  // `checkToolSource` is what finds out whether it is one.
  return Object.freeze(copy) as Partial<ToolSource> as ToolSource;
}

/** Copies plain objects and arrays all through; everything else in them is shared. */
function frozenCopy(value: unknown, copies: Map<object, object> = new Map()): unknown {
  const isArray = Array.isArray(value);
  if (!isArray && !isPlainObject(value)) return value;
  const known = copies.get(value);
  if (known) return known;
  const copy: object = isArray ? [] : {};
  copies.set(value, copy);
  for (const key of Object.keys(value)) {
    setOwnValue(copy, key, frozenCopy(ownValue(value, key), copies));
  }
  return Object.freeze(copy);
}
