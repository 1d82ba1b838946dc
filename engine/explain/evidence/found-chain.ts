import type { Explanation, FoundHow } from '#core/execution/explanation.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { UrlKey } from '#core/url/url-key.ts';

type Found = NonNullable<Explanation['found']>;

/** Most URLs of a chain that are named. */
const MOST_LINKS = 50;

/** Tells of discoverers: pages and redirects have rows, sitemaps have none. */
export interface Discoverers {
  readonly settled: { get(key: UrlKey): Promise<TaskRow | null> };
  readonly sitemap: (
    key: UrlKey,
  ) => Promise<{ readonly url: string; readonly level: number; readonly via: UrlKey | null } | null>;
}

/** Start of a chain. */
export interface FoundUrl {
  readonly key: UrlKey;
  /** Null if it is a seed, or given by the workflow. */
  readonly via: UrlKey | null;
  readonly isSitemap: boolean;
}

/**
 * Walks from a URL back to its seed: the page that led to it first, the page before that, and on.
 */
export async function foundChain(
  discoverers: Discoverers,
  url: FoundUrl,
): Promise<Pick<Found, 'how' | 'chain' | 'complete'>> {
  const chain: { url: string; how: FoundHow; level: number }[] = [];
  const hows: FoundHow[] = [];
  let child = url;
  while (child.via !== null && chain.length < MOST_LINKS) {
    const found: Discoverer | null = await discovererOf(discoverers, child.via, child);
    if (found === null) break;
    hows.push(found.how);
    chain.push({ url: found.url, how: 'seed', level: found.level });
    child = { key: child.via, via: found.via, isSitemap: found.how === 'sitemap' };
  }
  hows.push(child.via === null ? 'seed' : 'link');
  const named = chain.map((link, i) => ({ ...link, how: hows[i + 1] ?? 'seed' }));
  return { how: hows[0] ?? 'seed', chain: named, complete: child.via === null };
}

interface Discoverer {
  readonly url: string;
  readonly level: number;
  readonly via: UrlKey | null;
  /** Way in which it led to the URL in question. */
  readonly how: FoundHow;
}

async function discovererOf(discoverers: Discoverers, key: UrlKey, child: FoundUrl): Promise<Discoverer | null> {
  const row = await discoverers.settled.get(key);
  if (row === null) {
    const sitemap = await discoverers.sitemap(key);
    return sitemap === null ? null : { ...sitemap, how: 'sitemap' };
  }
  const { url, level, via, outcome } = row;
  if (child.isSitemap) return { url, level, via, how: 'robots' };
  return { url, level, via, how: outcome.type === 'redirected' && outcome.to === child.key ? 'redirect' : 'link' };
}
