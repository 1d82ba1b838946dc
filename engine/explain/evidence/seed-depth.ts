import type { Explanation } from '#core/execution/explanation.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { seedDepth, seedUrl } from '#core/url/seed/seed.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

type Found = Pick<NonNullable<Explanation['found']>, 'how' | 'level' | 'chain' | 'complete'>;

/**
 * Link depth that a page has left from the seed at the end of its chain: a redirect costs none, so
 * it is as many links away as its level says. Null if a sitemap or an earlier tick led to it, or
 * the seed has no depth.
 */
export function depthLeft(
  { how, level, chain, complete }: Found,
  url: string,
  { seeds, key: rules }: Pick<Workflow, 'seeds' | 'key'>,
): number | null {
  const isLinked = [how, ...chain.map((link) => link.how)].every((way) => LINKED.has(way));
  if (!complete || !isLinked) return null;
  const origin = urlKey((chain.at(-1)?.url ?? url) as CrawlUrl, rules);
  const seed = seeds.find((each) => urlKey(seedUrl(each) as CrawlUrl, rules) === origin);
  const depth = seed === undefined ? undefined : seedDepth(seed);
  return depth === undefined ? null : Math.max(0, depth - level);
}

const LINKED: ReadonlySet<string> = new Set(['seed', 'link', 'redirect']);
