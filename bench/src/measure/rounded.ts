/** For JSON: digits beyond the sixth are noise. */
export function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value;
}
