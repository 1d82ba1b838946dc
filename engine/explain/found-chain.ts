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

/** From a URL back to the seed: what it was found on first, what that was found on, and so on. @param via null: it is a seed, or given by the workflow */
export async function foundChain(
  discoverers: Discoverers,
  { key, via }: { readonly key: UrlKey; readonly via: UrlKey | null },
): Promise<Pick<Found, 'how' | 'chain' | 'complete'>> {
  const chain: { url: string; how: FoundHow; level: number }[] = [];
  const hows: FoundHow[] = [];
  let child = key;
  let next = via;
  while (next !== null && chain.length < MOST_LINKS) {
    const found: Discoverer | null = await discovererOf(discoverers, next, child);
    if (found === null) break;
    hows.push(found.how);
    chain.push({ url: found.url, how: 'seed', level: found.level });
    child = next;
    next = found.via;
  }
  hows.push(next === null ? 'seed' : 'link');
  const named = chain.map((link, i) => ({ ...link, how: hows[i + 1] ?? 'seed' }));
  return { how: hows[0] ?? 'seed', chain: named, complete: next === null };
}

interface Discoverer {
  readonly url: string;
  readonly level: number;
  readonly via: UrlKey | null;
  /** How it led to the one that is asked about. */
  readonly how: FoundHow;
}

async function discovererOf(discoverers: Discoverers, key: UrlKey, child: UrlKey): Promise<Discoverer | null> {
  const row = await discoverers.settled.get(key);
  if (row !== null) {
    const { url, level, via, outcome } = row;
    return { url, level, via, how: outcome.type === 'redirected' && outcome.to === child ? 'redirect' : 'link' };
  }
  const sitemap = await discoverers.sitemap(key);
  return sitemap === null ? null : { ...sitemap, how: 'sitemap' };
}
