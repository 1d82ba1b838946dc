import { factsOfScan } from '#core/content/head/facts-of-scan.ts';
import type { KeptFacts } from '#core/content/head/kept-facts.ts';
import { scanPage } from '#core/extraction/page-scan.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';

/** Reasons why a document has no text. */
export type NoTextReason = 'too-large' | 'encrypted' | 'damaged' | 'too-complex' | 'no-text';

/** Facts that a page or document states about itself, for front matter and tables. */
export interface PageHead extends KeptFacts {
  /** A document's own title, at most 512 characters, and its number of pages. */
  readonly title?: string;
  readonly pages?: number;
  /** Pages of the document whose text was read, where these are not all. */
  readonly pagesRead?: number;
  /** Reason why the document has no text. */
  readonly reason?: NoTextReason;
}

/** Facts that an HTML page states about itself: those that its crawl keeps. */
export function pageHead(html: string, url: CrawlUrl): PageHead {
  const scan = scanPage(Buffer.from(html), 'text/html; charset=utf-8', FACTS);
  return factsOfScan(scan, (scan.baseHref === null ? null : parseCrawlUrl(scan.baseHref, url)) ?? url) ?? {};
}

const FACTS = { links: false, anchorText: false, resources: false, facts: true };
