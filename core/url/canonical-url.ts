import {
  dropPathSession,
  foldPath,
  joinUrl,
  normalizeEscapes,
  splitUrl,
  stripHostDots,
  type UrlParts,
} from '#core/url/canonical-form.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { DroppedParameters } from '#core/url/dropped-parameters.ts';
import type { KeyRules } from '#core/url/key-rules.ts';
import { type UrlKey, urlKeyOf } from '#core/url/url-key.ts';

/**
 * Steps that can make two addresses one page, in the order in which they run. The last five are the
 * workflow's `key` options.
 */
export const MERGE_RULES = [
  'hostDot',
  'percentEscapes',
  'emptyQuery',
  'dropPathSession',
  'dropParameters',
  'sortQuery',
  'indexPage',
  'trailingSlash',
] as const;
export type MergeRule = (typeof MERGE_RULES)[number];

const PLAIN_SITE = '^https?://[a-z0-9._-]*[a-z0-9_-](?::[0-9]+)?';
const PLAIN_PATH = "/[A-Za-z0-9\\-._~!$&'()*+,;=:@/]*";
const PLAIN_QUERY = "(?:\\?[A-Za-z0-9\\-._~!$&'()*+,;=:@/?]+)?";

/**
 * Host without dot at its end, and nothing in path and query that the default rules would change.
 */
const PLAIN = new RegExp(`${PLAIN_SITE}${PLAIN_PATH}${PLAIN_QUERY}$`);

/** Makes canonical forms under one set of rules. Build it once for many URLs. */
export class Canonicalizer {
  readonly #dropped: DroppedParameters;
  readonly #foldsIndex: boolean;
  readonly #rules: readonly MergeRule[];
  /** URLs that this finds are their own canonical form; null when the rules look at every path. */
  readonly #plain: RegExp | null;

  constructor(rules: KeyRules) {
    this.#dropped = new DroppedParameters(rules.dropParameters);
    this.#foldsIndex = rules.indexPage === 'fold';
    const on: Record<MergeRule, boolean> = {
      hostDot: true,
      percentEscapes: true,
      emptyQuery: true,
      dropPathSession: this.#dropped.inPath,
      dropParameters: !this.#dropped.isEmpty,
      sortQuery: rules.sortQuery,
      indexPage: this.#foldsIndex,
      trailingSlash: rules.trailingSlash === 'fold',
    };
    this.#rules = MERGE_RULES.filter((rule) => on[rule]);
    const path = on.dropPathSession ? PLAIN_PATH.replace(';', '') : PLAIN_PATH;
    const query = on.sortQuery || on.dropParameters ? '' : PLAIN_QUERY;
    this.#plain = on.indexPage || on.trailingSlash ? null : new RegExp(`${PLAIN_SITE}${path}${query}$`);
  }

  /** @see canonicalUrl */
  form(url: CrawlUrl): string {
    if (this.#plain?.test(url)) return url;
    let parts = splitUrl(url);
    for (const rule of this.#rules) parts = this.#apply(rule, parts);
    return joinUrl(parts);
  }

  /** Names of the rules that changed something, in their order. */
  explain(url: CrawlUrl): MergeRule[] {
    let parts = splitUrl(url);
    return this.#rules.filter((rule) => {
      const before = joinUrl(parts);
      parts = this.#apply(rule, parts);
      return joinUrl(parts) !== before;
    });
  }

  #apply(rule: MergeRule, parts: UrlParts): UrlParts {
    const { site, path, query } = parts;
    switch (rule) {
      case 'hostDot':
        return { site: stripHostDots(site), path, query };
      case 'percentEscapes':
        return { site, path: normalizeEscapes(path), query: query && normalizeEscapes(query) };
      case 'emptyQuery':
        return query === '' ? { site, path, query: null } : parts;
      case 'dropPathSession':
        return { site, path: dropPathSession(path), query };
      case 'dropParameters':
        return query === null ? parts : { site, path, query: this.#withoutDropped(query) };
      case 'sortQuery':
        return query === null ? parts : { site, path, query: query.split('&').sort().join('&') };
      case 'indexPage':
        return { site, path: foldPath(path, { indexPage: true, trailingSlash: false }), query };
      case 'trailingSlash':
        return { site, path: foldPath(path, { indexPage: this.#foldsIndex, trailingSlash: true }), query };
    }
  }

  #withoutDropped(query: string): string | null {
    const kept = query.split('&').filter((parameter) => !this.#dropped.has(parameter));
    return kept.length === 0 || (kept.length === 1 && kept[0] === '') ? null : kept.join('&');
  }
}

/**
 * The versioned form behind the URL key (design.md §7): the address by the URL standard, with
 * unreserved escapes decoded, hex in upper case, and without a bare `?` or dots at the host's end;
 * then the workflow's own rules. Idempotent. Decides which addresses are one page; never changes
 * the URL that is fetched.
 *
 * @returns `url` itself where nothing is to be done
 */
export function canonicalUrl(url: CrawlUrl, rules: KeyRules): string {
  if (keepsPlain(rules) && PLAIN.test(url)) return url; // nearly every link of nearly every crawl
  return new Canonicalizer(rules).form(url);
}

/** Are these the default rules, which change nothing of a plain URL? */
const keepsPlain = (rules: KeyRules): boolean =>
  !rules.sortQuery && rules.dropParameters.length === 0 && rules.indexPage === 'keep' && rules.trailingSlash === 'keep';

/** Names of the rules that changed `url` into another address: `explain` shows them for a merge. */
export const explainMerge = (url: CrawlUrl, rules: KeyRules): MergeRule[] => new Canonicalizer(rules).explain(url);

export const urlKey = (url: CrawlUrl, rules: KeyRules): UrlKey => urlKeyOf(canonicalUrl(url, rules));
