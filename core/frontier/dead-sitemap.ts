import { type DeadSeed, deadSeedWords } from '#core/frontier/dead-seeds.ts';
import { seedRemedy } from '#core/frontier/seed-remedy.ts';

/**
 * A sitemap that the workflow or an index of it names, and that could not be read: the facts that a
 * dead seed has.
 */
type DeadSitemap = Pick<DeadSeed, 'reason' | 'detail' | 'index'>;

const OUT_OF_DATE = 'check the address in a browser; the index may be out of date';

/** Reason why Surf read no entry, as the end of a sentence that begins with the sitemap's URL. */
export function deadSitemapWords(sitemap: DeadSitemap): string {
  const { index } = sitemap;
  return index === undefined ? faultOf(sitemap) : `${faultOf(sitemap)}; the index ${index} lists it`;
}

function faultOf(sitemap: DeadSitemap): string {
  const { reason, detail } = sitemap;
  if (reason === 'content-type') return detail; // of what could be parsed: media types decide nothing
  if (reason === 'too-large') return 'it has more than 50 MB';
  return deadSeedWords(sitemap);
}

/** Advice to the user about a sitemap that could not be read; null if Surf knows none. */
export function deadSitemapRemedy(sitemap: DeadSitemap): string | null {
  const { reason, detail, index } = sitemap;
  if (reason === 'content-type')
    return 'open it in a browser: it must be an XML sitemap, a feed, or one address a line';
  if (reason === 'too-large') return 'give its parts: a sitemap has at most 50 MB';
  if (reason === 'http-4xx' && /^4(?:04|10)$/.test(detail))
    return index !== undefined
      ? OUT_OF_DATE
      : 'check the address in a browser; sitemaps: auto (--sitemaps auto) takes those that robots.txt names';
  return seedRemedy(sitemap);
}
