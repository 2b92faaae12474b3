/** Whether a JSON value is nested more deeply than the limit, without going deeper to find out. */
export function isNestedDeeper(limit: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  const parts = Array.isArray(value) ? value : Object.values(value);
  return parts.some((part) => isNestedDeeper(limit - 1, part));
}
