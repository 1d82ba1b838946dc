import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** An escape stays as it is: its digits are part of a letter. */
const NUMBERS = /%[0-9A-Fa-f]{2}|\d+/g;

/**
 * Pattern shared by addresses that differ in numbers only (`traps.pagesPerPattern`): host, path and
 * query, each run of digits read as `#`. `http://a.test/2024/05/?page=12` is `a.test/#/#/?page=#`;
 * days of a calendar, pages of a list and numbered sessions are one pattern.
 */
export function urlPattern(url: CrawlUrl): string {
  const rest = url.slice(url.indexOf('/', 8)).replace(NUMBERS, (match) => (match.startsWith('%') ? match : '#'));
  return `${hostKeyOf(url)}${rest}`;
}

/** The detail of an address beyond its pattern's limit. */
export const patternRule = (most: number, pattern: string): string =>
  `pages-per-pattern ${most}: ${pattern}`.slice(0, 200);
