import type { CrawlUrl } from '#core/url/crawl-url.ts';

/**
 * Scheme, host and port of a crawl URL, as the URL standard writes them: a default port is left
 * out.
 */
export const originOf = (url: CrawlUrl): string => url.slice(0, url.indexOf('/', 8));
