import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { type UrlKey, urlKeyOf } from '#core/url/url-key.ts';

/**
 * Key of a sitemap as such: another than that of the page with the same address, as no canonical
 * URL begins like this.
 */
export const sitemapKey = (url: CrawlUrl): UrlKey => urlKeyOf(`sitemap ${url}`);
