/*
 * One spelling for both sides of a match (RFC 9309 §2.2.2): unreserved characters represent
 * themselves, other escapes have upper-case digits, what may not be in a URL is escaped. `%2F`,
 * `%2A`, `%24` stay distinct from `/`, the wildcard and the end anchor; `'` becomes `%27`, as the
 * URL parser writes it in queries.
 *
 * The result is stable under what robots-parser does to it: encodeURI on patterns, the URL parser
 * on addresses.
 */

/** Texts that need no change, on either side. */
const PLAIN = /^[A-Za-z0-9;,/?:@&=+\-_.!~()]*$/;
const OTHER = /%[0-9A-Fa-f]{2}|[^A-Za-z0-9;,/?:@&=+\-_.!~()%]/g;
const UNRESERVED = /^[A-Za-z0-9\-._~]$/;

/** Path and query of a parsed URL. `*` and `$` are ordinary characters there. */
export function normaliseTarget(target: string): string {
  return PLAIN.test(target) ? target : target.replace(OTHER, normalise);
}

/**
 * The value of an Allow or Disallow line, one character an octet; `*` is the wildcard, `$` at the
 * end the anchor.
 */
export function normalisePattern(pattern: string): string {
  if (PLAIN.test(pattern)) return pattern;
  const anchored = pattern.endsWith('$');
  const body = anchored ? pattern.slice(0, -1) : pattern;
  const text = body.replace(OTHER, (match) => (match === '*' ? match : normalise(match)));
  return anchored ? `${text}$` : text;
}

function normalise(match: string): string {
  if (match.length === 1) return escapeOctet(match.charCodeAt(0));
  const character = String.fromCharCode(Number.parseInt(match.slice(1), 16));
  return UNRESERVED.test(character) ? character : match.toUpperCase();
}

const escapeOctet = (code: number): string => `%${(code & 0xff).toString(16).toUpperCase().padStart(2, '0')}`;
