import type { Candidate, LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { RawLink } from '#core/extraction/links/link-list.ts';
import type { Verdict } from '#core/model/outcome.ts';
import { scoreRule } from '#core/scope/focus/link-score.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { LinkPlace } from '#engine/crawl-unit/links/best-link-table.ts';
import { reasonOf, type ScoredMarks } from '#engine/crawl-unit/links/collected-links.ts';

/** Place of a task of this unit, which is not a candidate. */
export const OWN = -1;

/** An address that something linked to, and its verdict. */
export interface Target {
  readonly url: CrawlUrl;
  readonly key: UrlKey;
  readonly verdict: Verdict;
  /** Place of its key in the best-link table, or `OWN`. */
  readonly place: number;
}

/** The candidate of a link. @param moved a redirect led to its page */
export function candidateOf(
  { key, url, verdict }: Target,
  by: PlanTask,
  { nofollow, offTopic, position, entry }: LinkPlace,
  { moved, cash }: { readonly moved: boolean; readonly cash: number },
): Candidate {
  const reason = reasonOf(verdict, { nofollow, offTopic });
  const rule = reason === verdict.reason ? verdict.rule?.slice(0, 200) : ruleOf(reason, offTopic);
  return {
    key,
    url,
    by: by.key,
    level: by.level,
    rank: by.rank,
    position,
    reason,
    ...(rule !== undefined && { rule }),
    ...(nofollow && reason !== 'nofollow' && { nofollow: true as const }),
    ...(offTopic !== null && { offTopic }),
    ...(moved && { moved: true as const }),
    ...(entry && { entry: true as const }),
    ...(cash > 0 && { cash }),
    ...(by.depthLeft !== undefined && { depthLeft: by.depthLeft - 1 }),
  };
}

const ruleOf = (reason: Candidate['reason'], offTopic: number | null): string | undefined =>
  reason === 'off-topic' && offTopic !== null ? scoreRule(offTopic) : undefined;

/** The edge of the link graph that a link is. @param full with text and rel */
export function edgeOf(
  from: CrawlUrl,
  link: RawLink,
  { target, marks, full }: { readonly target: Target; readonly marks: ScoredMarks; readonly full: boolean },
): LinkLine {
  return {
    from,
    to: target.url,
    kind: link.kind,
    ...(full && link.text !== undefined && link.text !== '' && { text: link.text.slice(0, 500) }),
    ...(full && link.rel !== undefined && link.rel !== '' && { rel: link.rel.slice(0, 100) }),
    ...(full && marks.score !== null && { score: marks.score / 100 }),
    reason: reasonOf(target.verdict, marks),
  };
}
