import { parse } from 'tldts';
import { isHostName } from '#core/scope/patterns/host-name.ts';
import { compileGlob, expressionOf } from '#core/scope/patterns/pattern.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';

/** Reasons to refuse a pattern although it compiles. */
export type PatternFaultReason =
  | 'empty'
  | 'path-or-expression'
  | 'fragment'
  | 'no-scheme'
  | 'scheme'
  | 'not-as-in-a-url'
  | 'braces';

export interface PatternFault {
  readonly reason: PatternFaultReason;
  /** Continues after `scope.include[0] is "…", `. */
  readonly why: string;
  /** The pattern that the user probably meant; null if Surf has no guess. */
  readonly instead: string | null;
}

/** Marks of a regular expression that no path has, or seldom. */
const EXPRESSION_MARK = /[\\[\](){}^$|?+]|\.\*/;

/**
 * Finds a pattern that can match no URL, or that can be read in two ways.
 *
 * Surf matches patterns against URLs as WHATWG's parser writes them: with a scheme, the host in
 * lower case, at least `/` behind it, no default port, no dot segments, no fragment
 * (https://url.spec.whatwg.org/#url-serializing).
 *
 * @param hostNames bare host names are allowed: they match the host and all hosts below
 */
export function patternFault(text: string, { hostNames }: { readonly hostNames: boolean }): PatternFault | null {
  if (text === '' || text === 're:') return { reason: 'empty', why: 'which has no pattern', instead: null };
  if (text.startsWith('re:')) return null;
  if (expressionOf(text) !== null) return EXPRESSION_MARK.test(text.slice(1, -1)) ? null : ambiguous(text);
  if (hostNames && isHostName(text)) return null;
  return fragmentFault(text) ?? bracesFault(text) ?? (text.startsWith('/') ? pathFault(text) : wholeUrlFault(text));
}

const ANY_SITE = 'https://a.test';

/** The fault's remedy. */
export const adviceOf = ({ instead }: PatternFault): string =>
  instead === null ? 'docs/reference/workflow.md shows patterns' : `write ${JSON.stringify(instead)}`;

const ambiguous = (text: string): PatternFault => ({
  reason: 'path-or-expression',
  why: `which can be a path or an expression: ${JSON.stringify(`re:${text.slice(1, -1)}`)} is the expression`,
  instead: `${text}*`,
});

function fragmentFault(text: string): PatternFault | null {
  const at = text.indexOf('#');
  if (at < 0) return null;
  const why = 'which matches no URL: Surf removes fragments (#…) from URLs';
  return { reason: 'fragment', why, instead: at === 0 ? null : text.slice(0, at) };
}

/** `{a,b}` and `{pdf}` of shells: a URL has no brace that is not escaped. */
function bracesFault(text: string): PatternFault | null {
  const [braces, first] = /\{([^{},]*)(?:,[^{}]*)?\}/.exec(text) ?? [];
  if (braces === undefined || first === undefined) return null;
  const why = 'which matches no URL: braces name no alternatives; give a pattern for each of them';
  const instead = text.replace(braces, () => first);
  return { reason: 'braces', why, instead: patternFault(instead, { hostNames: false }) === null ? instead : null };
}

function pathFault(text: string): PatternFault | null {
  const instead = asInUrl(text, ANY_SITE);
  return instead === text ? null : notAsInUrl(instead);
}

function wholeUrlFault(text: string): PatternFault | null {
  const at = text.indexOf('://');
  const scheme = at < 0 ? null : text.slice(0, at);
  if (scheme === null || /[/?]/.test(scheme) || EXPRESSION_MARK.test(scheme))
    return text.startsWith('*') ? null : prefixFault(text);
  const matches = compileGlob(scheme.toLowerCase());
  if (!matches('http') && !matches('https')) {
    if (scheme.startsWith('*')) return null;
    return { reason: 'scheme', why: `which matches no URL: Surf crawls http and https, not ${scheme}`, instead: null };
  }
  const instead = withSite(text.slice(at + 3), matches('https') ? 'https' : 'http');
  if (instead === null) return notAsInUrl(null);
  const whole = `${scheme.toLowerCase()}://${instead}`;
  return whole === text ? null : notAsInUrl(whole);
}

/** The part behind the scheme, with the host as a URL has it; null when no URL can have this host.
 */
function withSite(rest: string, scheme: 'http' | 'https'): string | null {
  const host = /^[^/?*]*/.exec(rest)?.[0] ?? '';
  const behind = rest.slice(host.length);
  if (behind.startsWith('*')) return host.toLowerCase() + behind;
  const url = parseCrawlUrl(`${scheme}://${host}/`);
  if (url === null) return null;
  const site = url.slice(url.indexOf('//') + 2, -1);
  if (behind === '') return `${site}/*`;
  return site + asInUrl(behind.startsWith('?') ? `/${behind}` : behind, ANY_SITE);
}

/** A glob without a scheme and without a leading star. */
function prefixFault(text: string): PatternFault | null {
  const star = text.indexOf('*');
  if (star >= 0 && 'https://'.startsWith(text.slice(0, star))) return null;
  const why = 'which matches no URL: a URL begins with http:// or https://';
  return { reason: 'no-scheme', why, instead: likely(text) };
}

function notAsInUrl(instead: string | null): PatternFault {
  const why = `which matches no URL: ${instead === null ? 'it has no valid host' : 'Surf compares it with URLs in their normal form'}`;
  return { reason: 'not-as-in-a-url', why, instead };
}

/** A path glob, with the part before its first star in the form of a URL. */
function asInUrl(glob: string, origin: string): string {
  const star = glob.indexOf('*');
  const literal = star < 0 ? glob : glob.slice(0, star);
  const url = parseCrawlUrl(`${origin}${literal}${star < 0 ? '' : 'x'}`);
  if (url === null || sameText(url.slice(origin.length), star < 0 ? literal : `${literal}x`)) return glob;
  const path = url.slice(origin.length);
  return star < 0 ? path : path.slice(0, -1) + glob.slice(star);
}

/** Are they the same once Surf has escaped the characters that a glob may leave unescaped? */
const sameText = (path: string, literal: string): boolean => compileGlob(literal)(path);

/** Guesses what the user meant by a glob that does not begin as a URL does. */
function likely(text: string): string {
  if (text.startsWith('.') && !text.includes('*')) return `*${text}`;
  if (EXPRESSION_MARK.test(text)) return text.startsWith('?') ? `*${text}` : `re:${text}`;
  const first = text.split('/', 1)[0] ?? '';
  const isHost = first.includes(':') || (first.includes('.') && (text.includes('/') || parse(first).isIcann === true));
  if (isHost) return `*://${text}${text.includes('/') || text.includes('*') ? '' : '/*'}`;
  if (first.includes('.')) return `*/${text}`;
  return `/${text}${text.includes('*') ? '' : '/*'}`;
}
