import type { Archive } from '#core/archive/archive.ts';
import { sha256Prefix } from '#core/bytes/digest.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { decodePattern } from '#core/frontier/segments/pattern-record.ts';
import type { Verdict } from '#core/model/outcome.ts';
import { createScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { patternRule, urlPattern } from '#core/scope/patterns/url-pattern.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { seedUrls } from '#core/url/seed/seed.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { barrenNow } from '#engine/explain/evidence/trap-evidence.ts';
import { SegmentStore } from '#engine/frontier/lines/segment-store.ts';

/**
 * Verdict on an ordinary link to an address, if it were found now: by the workflow's own
 * scopeFilter, with the scope as redirects of seeds have widened it, what pages of its group
 * brought, and the addresses admitted so far of its pattern. robots.txt and limits are not asked.
 */
export async function judgedNow(
  archive: Archive,
  crawl: { readonly row: Execution; readonly head: Frontier | null; readonly workflow: Workflow },
  url: CrawlUrl,
): Promise<Verdict> {
  const { row, head, workflow } = crawl;
  const { allowPrivateNetwork } = row.settings;
  const scopeFilter = createScopeFilter(workflow, head?.scopeSeeds ?? workflow.seeds, { allowPrivateNetwork });
  const verdict = scopeFilter.decide(url, { nofollow: false, seed: seedUrls(workflow.seeds).includes(url) });
  const { pagesPerPattern } = workflow.traps;
  if (verdict.reason !== null || head === null) return verdict;
  const barren = await barrenNow(archive, { head, workflow }, url);
  if (barren !== null) return barren;
  if (pagesPerPattern === null) return verdict;
  const pattern = urlPattern(url);
  const found = await new SegmentStore(archive, () => '').lookup(head.patterns ?? [], [sha256Prefix(pattern)]);
  const record = found.get(0);
  const isFull = record !== undefined && decodePattern(record).count >= pagesPerPattern;
  return isFull ? { reason: 'trap', rule: patternRule(pagesPerPattern, pattern) } : verdict;
}
