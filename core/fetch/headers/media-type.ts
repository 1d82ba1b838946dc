export interface MediaType {
  /** `type/subtype`, lower case. */
  readonly type: string;
  /** The `charset` parameter as sent, unquoted; null when there is none. */
  readonly charset: string | null;
}

const ESSENCE = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+\/[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Reads a Content-Type value (RFC 9110 §8.3.1), as tolerant as browsers are: parameters after a bad
 * one are still read, and the first charset wins. Total function: never throws.
 *
 * @returns null when there is no `type/subtype`
 */
export function parseMediaType(value: string): MediaType | null {
  const parts = value.slice(0, 1_000).split(';');
  const type = (parts[0] ?? '').trim().toLowerCase();
  if (!ESSENCE.test(type)) return null;
  for (const part of parts.slice(1)) {
    const equals = part.indexOf('=');
    if (equals < 0 || part.slice(0, equals).trim().toLowerCase() !== 'charset') continue;
    const charset = part
      .slice(equals + 1)
      .trim()
      .replace(/^["']|["']$/g, '');
    if (charset !== '') return { type, charset };
  }
  return { type, charset: null };
}

/**
 * Is `type` one of `acceptTypes`? Patterns are exact types, `text/*`, `*+xml` and `*` + `/*`;
 * letter case is ignored.
 *
 * @param type lower case, as `parseMediaType` gives it
 */
export function acceptsType(acceptTypes: readonly string[], type: string): boolean {
  return acceptTypes.some((given) => {
    const pattern = given.toLowerCase();
    if (pattern === '*/*' || pattern === type) return true;
    if (pattern.startsWith('*+')) return type.endsWith(pattern.slice(1));
    return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1));
  });
}
