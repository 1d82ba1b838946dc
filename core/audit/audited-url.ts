import type { Counted, PageFacts } from '#core/facts/page-facts.ts';
import type { Outcome } from '#core/model/outcome.ts';

/** A page or other URL of an execution, with the facts that an audit needs. */
export interface AuditedUrl {
  readonly key: string;
  readonly url: string;
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly level: number;
  readonly isSeed: boolean;
  /** Time from the start of the request to the end of the answer; null if there was none. */
  readonly answerMs: number | null;
  readonly noindex: boolean;
  /** Null: no HTML page, or an exact copy of one. */
  readonly page: AuditedPage | null;
  /**
   * Present if a check of external links requested the URL and the crawl did not. It has the status
   * or the reason of a dead link, and null for a link that works.
   */
  readonly dead?: string | null;
}

/** Facts of a page that an audit judges; addresses by their keys. */
export interface AuditedPage {
  readonly title: string | null;
  readonly description: string | null;
  readonly headings: number;
  readonly words: number;
  readonly imagesWithoutAlt: Counted;
  readonly insecure: Counted;
  /** Distinct, without the page itself. */
  readonly canonicals: readonly Named[];
  /** The page names itself as its canonical. */
  readonly isOwnCanonical: boolean;
  /** Target of a refresh without delay; null: the page stays, or reloads itself. */
  readonly movesTo: Named | null;
  /** Language versions without the page itself. */
  readonly alternates: readonly (Named & { readonly language: string })[];
  /** Distinct codes of its language versions, of the page itself too. */
  readonly languages: readonly string[];
  /** The page names itself among its language versions. */
  readonly isOwnVersion: boolean;
}

/** An address that a page names. */
export interface Named {
  readonly key: string;
  readonly url: string;
}

/** A source that names a URL, and the way it does. */
export interface Source {
  readonly how: 'link' | 'canonical' | 'alternate' | 'sitemap' | 'redirect';
  readonly from: string;
  /** Key of the page that names it; for a sitemap, the key of no page. */
  readonly fromKey: string;
  /** Text of a link, language of an alternate, own language of an address in a sitemap. */
  readonly text: string | null;
  /** Keys of the language versions that a sitemap names for the address, if any. */
  readonly versions?: readonly string[];
  /**
   * The sitemap that names the address as a version of `from`; absent: the page itself names it.
   */
  readonly sitemap?: string;
}

/** True if the crawl requested the address; false where a rule such as robots.txt forbade it. */
export const wasRequested = ({ outcome, status }: Pick<AuditedUrl, 'outcome' | 'status'>): boolean =>
  outcome.type !== 'skipped' || status !== null;

/**
 * A search engine may list it: an HTML page without noindex that neither names another page instead
 * nor sends its readers to one.
 */
export const isIndexable = ({ page, noindex }: Pick<AuditedUrl, 'page' | 'noindex'>): boolean =>
  page !== null && !noindex && page.canonicals.length === 0 && page.movesTo === null;

/**
 * @param resolve absolute address and key of a name on the page; null if it is not an address
 * @param key of the page
 */
export function auditedPage(
  facts: PageFacts,
  {
    resolve,
    key,
    headerCanonicals,
    headerAlternates,
    upgrades,
  }: {
    readonly resolve: (href: string) => Named | null;
    readonly key: string;
    readonly headerCanonicals: readonly string[];
    /** Absolute. */
    readonly headerAlternates: PageFacts['alternates'];
    /** A header has browsers ask with https for what the page names with http. */
    readonly upgrades: boolean;
  },
): AuditedPage {
  const named = distinct([...facts.canonicals, ...headerCanonicals].map(resolve));
  const movesTo = facts.movesTo === null ? null : resolve(facts.movesTo);
  const versions = [...facts.alternates, ...headerAlternates].flatMap(({ language, href }) => {
    const target = resolve(href);
    return target === null ? [] : [{ ...target, language }];
  });
  const alternates = versions.filter((target) => target.key !== key);
  return {
    title: facts.title,
    description: facts.description,
    headings: facts.headings.count,
    words: facts.words,
    imagesWithoutAlt: facts.imagesWithoutAlt,
    insecure: upgrades ? { count: 0, first: [] } : facts.insecure,
    canonicals: named.filter((target) => target.key !== key),
    isOwnCanonical: named.some((target) => target.key === key),
    movesTo: movesTo?.key === key ? null : movesTo,
    alternates: [...new Map(alternates.map((one) => [one.key, one])).values()],
    languages: [...new Set(versions.map(({ language }) => language))],
    isOwnVersion: alternates.length < versions.length,
  };
}

const distinct = (named: readonly (Named | null)[]): Named[] => [
  ...new Map(named.flatMap((one) => (one === null ? [] : [[one.key, one] as const]))).values(),
];
