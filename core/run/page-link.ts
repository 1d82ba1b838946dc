import type { RawLink, TakeLinks } from '#core/extraction/links/link-list.ts';
import { scanPage } from '#core/extraction/page-scan.ts';
import type { PageBody } from '#core/run/run-source.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { resolveUrl } from '#core/url/resolve-url.ts';

/** Links of one page, at most. */
const MOST_LINKS = 50_000;

/** A link of a page. */
export interface PageLink {
  /** Absolute, without fragment. */
  readonly url: string;
  /**
   * Element or relation that holds the link: `a`, `area`, `iframe`, `frame`, `refresh`, `link`,
   * `canonical`, `alternate`.
   */
  readonly kind: RawLink['kind'];
  /** Text of the anchor, at most 500 characters. */
  readonly text: string;
  /** Its rel attribute, at most 100 characters; null: none. */
  readonly rel: string | null;
  readonly nofollow: boolean;
}

/** The links of a body in document order. Of other types than HTML and Markdown there are none. */
export function pageLinksOf({ bytes, contentType }: PageBody, url: CrawlUrl): PageLink[] {
  const scan = scanPage(bytes, contentType, { anchorText: true, resources: false });
  const base = (scan.baseHref === null ? null : parseCrawlUrl(scan.baseHref, url)) ?? url;
  const links: PageLink[] = [];
  const take: TakeLinks = (some) => {
    for (const link of some) {
      if (links.length >= MOST_LINKS) return 'enough';
      const target = resolveUrl(link.href, base);
      if (target !== null) links.push(linkOf(link, target));
    }
    return 'more';
  };
  if (take(scan.links) === 'more') scan.more?.read(take);
  return links;
}

const linkOf = ({ kind, text, rel, nofollow }: RawLink, url: string): PageLink => ({
  url,
  kind,
  text: text ?? '',
  rel: rel ?? null,
  nofollow,
});
