const MOST_LENGTH = 200;

/**
 * The name of a crawl that was given addresses and no name: the host of the first one, so that
 * lists tell one site from another.
 */
export const seedName = ([first = '']: readonly string[]): string =>
  (URL.parse(first)?.host || 'crawl').slice(0, MOST_LENGTH);
