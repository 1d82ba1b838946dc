/**
 * True if two JSON values are equal; the order of their fields does not matter. Absent and
 * undefined are one.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const x = a as Readonly<Record<string, unknown>>;
  const y = b as Readonly<Record<string, unknown>>;
  return [...new Set([...Object.keys(x), ...Object.keys(y)])].every((field) => sameJson(x[field], y[field]));
}
