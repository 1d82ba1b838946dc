import type { ContentElement } from '#core/content/tree/content-tree.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';

/** Reasons why a document has no text. */
export type NoTextReason = 'too-large' | 'encrypted' | 'damaged' | 'too-complex' | 'no-text';

/** Facts from the head of a page, for front matter. A fact that it does not give is absent. */
export interface PageHead {
  /** At most 1,000 characters. */
  readonly description?: string;
  /** Language tag (BCP 47) of the `html` element. */
  readonly language?: string;
  /** Address that the page prefers, absolute. */
  readonly canonical?: string;
  /** Dates as the page has them, ISO 8601. */
  readonly published?: string;
  readonly modified?: string;
  /** A document's own title, at most 512 characters, and its number of pages. */
  readonly title?: string;
  readonly pages?: number;
  /** Reason why the document has no text. */
  readonly reason?: NoTextReason;
}

const MOST_CHARACTERS = 1_000;
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]{4,18}(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Names of `meta` elements, in lower case. */
const FIELDS: ReadonlyMap<string, 'description' | 'published' | 'modified'> = new Map([
  ['description', 'description'],
  ['og:description', 'description'],
  ['article:published_time', 'published'],
  ['datepublished', 'published'],
  ['dc.date', 'published'],
  ['dcterms.created', 'published'],
  ['article:modified_time', 'modified'],
  ['datemodified', 'modified'],
  ['og:updated_time', 'modified'],
  ['dcterms.modified', 'modified'],
]);

/** Order of the fields in front matter. */
const ORDER = ['description', 'language', 'canonical', 'published', 'modified'] as const;

/**
 * The first value that each field has on the page.
 * @param tree the whole page
 * @param base address that a relative canonical address starts from
 */
export function pageHead(tree: ContentElement, base: CrawlUrl): PageHead {
  const head: { -readonly [K in keyof PageHead]: PageHead[K] | undefined } = {};
  const visit = (element: ContentElement): void => {
    const { name, attributes } = element;
    if (name === 'html' && LANGUAGE.test(attributes.lang ?? '')) head.language ??= attributes.lang;
    else if (name === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attributes.rel ?? '') && attributes.href)
      head.canonical ??= parseCrawlUrl(attributes.href, base) ?? undefined;
    else if (name === 'meta' || name === 'time') {
      const field = FIELDS.get((attributes.name ?? attributes.property ?? attributes.itemprop ?? '').toLowerCase());
      const value = oneLine(attributes.content ?? attributes.datetime ?? '');
      if (field !== undefined && value !== '' && (field === 'description' || DATE.test(value))) head[field] ??= value;
    }
    for (const child of element.children) if (typeof child !== 'string') visit(child);
  };
  visit(tree);
  return Object.fromEntries(ORDER.flatMap((field) => (head[field] === undefined ? [] : [[field, head[field]]])));
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS);
