import type { JsonType } from './json-type.ts';
import { isSchemaObject, JSON_TYPES, ownValue } from './json-type.ts';
import type { View } from './schema-views.ts';
import { admitsType, literalsOf, wantsInteger } from './schema-views.ts';

/** Longer lists of branches or literals tell a reader less, not more. */
const MAX_BRANCHES = 6;
const MAX_LITERALS = 20;
const MAX_LITERAL_LENGTH = 60;
const MAX_PATTERN_LENGTH = 100;

/**
 * What a place in a schema admits, in words: `integer ≥ 1`, `one of "a", "b"`. From types, limits
 * and literals; `undefined` where the schema says nothing of that kind.
 *
 * @example
 * ```ts
 * phraseOf([[{ type: 'string', minLength: 3 }], [{ type: 'null' }]]);
 * // 'string of at least 3 characters or null'
 * ```
 */
export function phraseOf(views: readonly View[]): string | undefined {
  const phrases = new Set<string>();
  for (const view of views) {
    const phrase = phraseOfView(view);
    if (phrase === undefined) return undefined;
    phrases.add(phrase);
  }
  if (phrases.size === 0) return undefined;
  const listed = [...phrases].slice(0, MAX_BRANCHES);
  if (phrases.size > MAX_BRANCHES) listed.push('another admitted form');
  return listed.join(' or ');
}

function phraseOfView(view: View): string | undefined {
  for (const node of view) {
    const literals = literalsOf(node);
    if (literals !== undefined) return literalPhrase(literals);
  }
  const types = JSON_TYPES.filter((type) => admitsType(view, type));
  if (types.length === JSON_TYPES.length || types.length === 0) return undefined;
  return types.map((type) => typePhrase(view, type)).join(' or ');
}

function literalPhrase(literals: readonly unknown[]): string {
  const texts = literals.slice(0, MAX_LITERALS).map((literal) => {
    const text = JSON.stringify(literal) ?? '';
    return text.length > MAX_LITERAL_LENGTH ? `${text.slice(0, MAX_LITERAL_LENGTH)}…` : text;
  });
  if (literals.length > MAX_LITERALS) texts.push(`… (${literals.length} in all)`);
  return texts.length === 1 ? texts.join() : `one of ${texts.join(', ')}`;
}

function typePhrase(view: View, type: JsonType): string {
  switch (type) {
    case 'number':
      return [view.some(wantsInteger) ? 'integer' : 'number', ...numberLimits(view)].join(' ');
    case 'string':
      return ['string', ...stringLimits(view)].join(' ');
    case 'array':
      return sized(view, type, ['minItems', 'maxItems'], 'item');
    case 'object': {
      const size = sized(view, type, ['minProperties', 'maxProperties'], 'property');
      return [size, ...onlyProperties(view)].join(' ');
    }
    default:
      return type;
  }
}

/** What an object may hold, where it may hold nothing else. */
function onlyProperties(view: View): readonly string[] {
  if (!view.some((node) => ownValue(node, 'additionalProperties') === false)) return [];
  const names = new Set<string>();
  for (const node of view) {
    if (Object.hasOwn(node, 'patternProperties')) return [];
    const properties = ownValue(node, 'properties');
    if (isSchemaObject(properties)) for (const name of Object.keys(properties)) names.add(name);
  }
  if (names.size === 0) return ['without properties'];
  return names.size > MAX_LITERALS ? [] : [`with no properties but ${[...names].join(', ')}`];
}

function numberLimits(view: View): readonly string[] {
  const limits = [
    ['≥', limit(view, 'minimum', Math.max)],
    ['>', limit(view, 'exclusiveMinimum', Math.max)],
    ['≤', limit(view, 'maximum', Math.min)],
    ['<', limit(view, 'exclusiveMaximum', Math.min)],
    ['a multiple of', limit(view, 'multipleOf', Math.max)],
  ] as const;
  const texts = limits.flatMap(([sign, value]) => (isSaying(value) ? [`${sign} ${value}`] : []));
  return texts.length > 0 ? [texts.join(' and ')] : [];
}

/** Libraries write "safe integer" as limits, which say nothing to a reader. */
function isSaying(value: number | undefined): value is number {
  return value !== undefined && Math.abs(value) !== Number.MAX_SAFE_INTEGER;
}

function stringLimits(view: View): readonly string[] {
  const texts: string[] = [];
  const size = sizeText(view, ['minLength', 'maxLength'], 'character');
  if (size !== undefined) texts.push(size);
  const format = text(view, 'format');
  if (format !== undefined) texts.push(`in format ${JSON.stringify(format)}`);
  const pattern = text(view, 'pattern');
  // a format's pattern only repeats it, at length
  if (pattern !== undefined && format === undefined && pattern.length <= MAX_PATTERN_LENGTH) {
    texts.push(`matching /${pattern}/`);
  }
  return texts;
}

function sized(
  view: View,
  type: JsonType,
  keywords: readonly [string, string],
  unit: string,
): string {
  const size = sizeText(view, keywords, unit);
  return size === undefined ? type : `${type} ${size}`;
}

function sizeText(
  view: View,
  [least, most]: readonly [string, string],
  unit: string,
): string | undefined {
  const min = limit(view, least, Math.max) ?? 0;
  const max = limit(view, most, Math.min);
  if (max === undefined) return min > 0 ? `of at least ${count(min, unit)}` : undefined;
  if (min === max) return `of ${count(max, unit)}`;
  return min > 0 ? `of ${min} to ${count(max, unit)}` : `of at most ${count(max, unit)}`;
}

function count(amount: number, unit: string): string {
  if (amount === 1) return `1 ${unit}`;
  return `${amount} ${unit.endsWith('y') ? `${unit.slice(0, -1)}ies` : `${unit}s`}`;
}

/** The limit that counts where several schemas apply. */
function limit(
  view: View,
  keyword: string,
  stricter: (one: number, other: number) => number,
): number | undefined {
  let found: number | undefined;
  for (const node of view) {
    const value = ownValue(node, keyword);
    if (typeof value === 'number') found = found === undefined ? value : stricter(found, value);
  }
  return found;
}

function text(view: View, keyword: string): string | undefined {
  for (const node of view) {
    const value = ownValue(node, keyword);
    if (typeof value === 'string') return value;
  }
  return undefined;
}
