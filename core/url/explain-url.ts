import { Canonicalizer, MERGE_RULES, type MergeRule } from '#core/url/canonical-url.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import type { KeyRules } from '#core/url/key-rules.ts';
import { type UrlKey, urlKeyOf } from '#core/url/url-key.ts';

/**
 * Changes that turn a written address into the one that is fetched: steps of the URL standard, and
 * parts that a crawl never sends. In the order of the parts of an address.
 */
export const ADDRESS_RULES = [
  'whitespace',
  'backslash',
  'letterCase',
  'userInfo',
  'hostForm',
  'defaultPort',
  'emptyPath',
  'dotSegments',
  'percentEncoding',
  'fragment',
] as const;
export type AddressRule = (typeof ADDRESS_RULES)[number];

/** Every rule by which two addresses can be one page. */
export const ALL_MERGE_RULES = [...ADDRESS_RULES, ...MERGE_RULES] as const;

/** An address in its three forms, and the rules that changed something on the way. */
export interface UrlForms {
  readonly given: string;
  /** The URL that Surf fetches. */
  readonly url: CrawlUrl;
  /** Canonical form, from which the key is made. */
  readonly canonical: string;
  readonly key: UrlKey;
  /** From `given` to `url`. */
  readonly addressRules: readonly AddressRule[];
  /** From `url` to `canonical`. */
  readonly keyRules: readonly MergeRule[];
}

/** @returns null when it is not an absolute http(s) address: it has no key */
export function explainUrl(given: string, rules: KeyRules): UrlForms | null {
  const url = parseCrawlUrl(given);
  if (url === null) return null;
  const keys = new Canonicalizer(rules);
  const canonical = keys.form(url);
  return {
    given,
    url,
    canonical,
    key: urlKeyOf(canonical),
    addressRules: addressRules(given, url),
    keyRules: keys.explain(url),
  };
}

/**
 * The rules that make one page of two addresses with the same key: those that one of the two needs.
 */
export function mergeRules(forms: UrlForms, other: CrawlUrl, rules: KeyRules): (AddressRule | MergeRule)[] {
  if (forms.url === other) return [...forms.addressRules];
  const needed = new Set<string>([
    ...forms.addressRules,
    ...forms.keyRules,
    ...new Canonicalizer(rules).explain(other),
  ]);
  return ALL_MERGE_RULES.filter((rule) => needed.has(rule));
}

/** RFC 3986, appendix B; the scheme is there, as the address was parsed without a base. */
const PARTS = /^([^:/?#]+):(?:\/*)([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/s;
const AUTHORITY = /^(?:(.*)@)?(\[[^\]]*\]|[^:]*)(?::(\d*))?$/s;

/**
 * Characters that the URL standard strips at both ends: space and all below it, so every character
 * before `!`. Tabs and line ends go everywhere.
 */
const BLANK_ENDS = /^[^!-\u{10ffff}]+|[^!-\u{10ffff}]+$/gu;

function addressRules(given: string, url: CrawlUrl): AddressRule[] {
  const clean = given.replace(BLANK_ENDS, '').replace(/[\t\n\r]/g, '');
  const queryAt = clean.search(/[?#]/);
  const place = queryAt < 0 ? clean : clean.slice(0, queryAt);
  const text = place.replaceAll('\\', '/') + clean.slice(place.length);
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] = PARTS.exec(text) ?? [];
  const [, user, host = '', port] = AUTHORITY.exec(authority) ?? [];
  const parsed = new URL(url);
  const found: Record<AddressRule, boolean> = {
    whitespace: clean !== given,
    backslash: text !== clean,
    letterCase: scheme !== scheme.toLowerCase() || (host !== parsed.hostname && host.toLowerCase() === parsed.hostname),
    userInfo: user !== undefined,
    hostForm: host.toLowerCase() !== parsed.hostname,
    defaultPort: port !== undefined && port !== parsed.port,
    emptyPath: path === '',
    dotSegments: DOT_SEGMENT.test(path),
    percentEncoding: hasOdd(path, parsed.pathname) || hasOdd(query, parsed.search),
    fragment: fragment !== '',
  };
  return ADDRESS_RULES.filter((rule) => found[rule]);
}

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Was a character escaped? Dot segments shorten a path, but escape nothing. */
const hasOdd = (raw: string, parsed: string): boolean => !parsed.startsWith(raw) && escapes(parsed) > escapes(raw);

const escapes = (text: string): number => text.split('%').length - 1;
