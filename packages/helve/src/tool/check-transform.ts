import { isPlainObject, ownValue } from '../schema/json-type.ts';
import { InvalidToolError } from './tool-errors.ts';
import type { Phase, TransformTarget } from './tool-transform.ts';

const TARGETS: Readonly<Record<TransformTarget, true>> = { display: true, transcript: true };

const PHASES: Readonly<Record<Phase, true>> = {
  input: true,
  inputDelta: true,
  progress: true,
  output: true,
  error: true,
  approval: true,
  suspend: true,
  resume: true,
};

/**
 * Checks a tool's transforms. A misspelt audience would see everything, so it is refused.
 *
 * @throws InvalidToolError (`INVALID_TOOL`) naming what is wrong and what there is.
 */
export function checkTransform(id: string, transform: unknown): void {
  const place = `\`transform\` of tool "${id}"`;
  checkKeys(place, transform, TARGETS);
  for (const target of Object.keys(transform)) {
    const transforms = ownValue(transform, target);
    const audience = `\`transform.${target}\` of tool "${id}"`;
    checkKeys(audience, transforms, PHASES);
    for (const phase of Object.keys(transforms)) {
      const value = ownValue(transforms, phase);
      if (value === undefined || typeof value === 'function') continue;
      throw new InvalidToolError(`${audience}: \`${phase}\` must be a function.`);
    }
  }
}

function checkKeys(
  place: string,
  value: unknown,
  known: Readonly<Record<string, true>>,
): asserts value is object {
  const names = Object.keys(known).join(', ');
  if (!isPlainObject(value)) {
    throw new InvalidToolError(`${place} must be an object that may have: ${names}.`);
  }
  const unknownKey = Object.keys(value).find((key) => !Object.hasOwn(known, key));
  if (unknownKey !== undefined) {
    throw new InvalidToolError(`${place} has no "${unknownKey}". It may have: ${names}.`);
  }
}
