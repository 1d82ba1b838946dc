import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** An escape stays: its digits are part of a letter. */
const TOKENS = /%[0-9A-Fa-f]{2}|[0-9A-Za-z]+/g;
const CHANGES = /\d(?=[A-Za-z])|[A-Za-z](?=\d)/g;
/** Few words have so many. `lengths` does: groups then differ by one word less. */
const CONSONANTS = /[bcdfghjklmnpqrstvwxz]{5}/i;
/** A shorter token is a word with a number (`page12`), not an id. */
const LEAST_ID = 6;
/**
 * The groups of addresses whose pages `traps.barrenPages` counts together. Most addresses are in
 * none: an address without a number, a query or a repeated segment has no siblings that a machine
 * made.
 *
 * 1. The pattern: host, path and query, with each number and each mixed or unpronounceable token
 *    (`x8f3k2`, `qwrtzplk`) read as `#`: days of a calendar, numbered and random sessions.
 * 2. With a query, or a parameter of the path: all addresses of that path (`a.test/shop?*`), as
 *    filters combine names and values without end. Else with a segment that the path has twice: all
 *    such paths of the host (`a.test/**` and what repeats), as a path that grows repeats itself.
 */
export function trapGroups(url: CrawlUrl): string[] {
  const host = hostKeyOf(url);
  const rest = url.slice(url.indexOf('/', 8));
  const masked = rest.replace(TOKENS, mask);
  const groups = masked === rest ? [] : [`${host}${masked}`];
  const cut = rest.search(/[?;]/);
  if (cut >= 0) groups.push(`${host}${rest.slice(0, cut).replace(TOKENS, mask)}?*`);
  else if (repeats(rest)) groups.push(`${host}/** (repeated segments)`);
  return groups;
}

/** Does the path have a segment twice that is not a number? */
function repeats(path: string): boolean {
  const segments = path.split('/').filter((segment) => segment !== '' && !/^\d+$/.test(segment));
  return new Set(segments).size < segments.length;
}

function mask(token: string): string {
  if (token.startsWith('%')) return token;
  if (token.length >= LEAST_ID && isRandom(token)) return '#';
  return token.replace(/\d+/g, '#');
}

/**
 * Letters and digits in turns, or five consonants in a row: one random token in 25 has neither, few
 * enough for the links of a session to die out.
 */
const isRandom = (token: string): boolean => (token.match(CHANGES)?.length ?? 0) >= 2 || CONSONANTS.test(token);

/** The detail of an address that Surf refuses because its group brought nothing new.
 * @param pages in a row
 */
export const barrenRule = (pages: number, group: string): string => `no-new-content ${pages}: ${group}`.slice(0, 200);
