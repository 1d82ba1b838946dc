import { describe, expect, it } from 'vitest';
import { HostClaims } from '#core/collection/host-claims.ts';
import { DAY_MS, type PageState, type RevisitPlan, stateAfter } from '#core/collection/page-state.ts';
import type { PageVisit } from '#core/collection/page-visit.ts';
import { revisitPlan } from '#core/collection/revisit-plan.ts';
import { RateHistogram } from '#core/revisit/rate-histogram.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { Workflow } from '#core/workflow/workflow.ts';

const START = 1_700_000_000_000;
const KEY = 'ffffffff000000000000000000000000' as UrlKey;
const day = (days: number): number => START + days * DAY_MS;

const planOf = (seed: unknown = 'http://a.example/'): RevisitPlan =>
  revisitPlan(Workflow.parse({ seeds: [seed], revisit: { policy: 'uniform' } }), new RateHistogram(), 1);
const PLAN = planOf();

const visit = (days: number, found: string | undefined): PageVisit => ({
  key: KEY,
  url: 'http://a.example/1',
  level: 1,
  at: day(days),
  ...(found !== undefined && { found }),
});
const PAGE: PageState = stateAfter(null, visit(0, 'a'), PLAN);

/** The last tick found twenty unchanged pages, and their sitemap gave older dates. */
function trusted(): HostClaims {
  const learning = new HostClaims();
  for (let n = 0; n < 20; n++) learning.learn(PAGE, visit(7, 'a'), day(-1));
  return new HostClaims(learning.entries());
}

describe('what sitemaps say', () => {
  it('makes a page due earlier in the next tick, by the weight that its host has earned', () => {
    const [new_, heard] = [new HostClaims(), trusted().heard(PAGE, day(1), PLAN)];
    new_.learn(PAGE, visit(7, 'a'), day(-1));

    expect(new_.heard(PAGE, day(1), PLAN)).toBe(PAGE);
    expect(heard).toEqual({ ...PAGE, dueAt: heard.dueAt, plannedAt: PAGE.dueAt });
    expect(heard.dueAt - START).toBeLessThan(DAY_MS);
    expect(trusted().heard(heard, day(1), PLAN)).toBe(heard);
  });

  it('counts for nothing of a date that is not later, of a failing page, or of a seed with a period', () => {
    const failed = stateAfter(PAGE, visit(7, undefined), PLAN);
    const periodic = {
      ...PAGE,
      key: [...planOf({ url: 'http://a.example/', period: '6h' }).periods.keys()][0] as UrlKey,
    };

    expect(trusted().heard(PAGE, day(0), PLAN)).toBe(PAGE);
    expect(trusted().heard(failed, day(8), PLAN)).toBe(failed);
    expect(trusted().heard(periodic, day(1), planOf({ url: 'http://a.example/', period: '6h' }))).toBe(periodic);
  });

  it('does not make a page seem to change more often: an early visit counts as the planned one', () => {
    const early: PageState = { ...PAGE, dueAt: day(1), plannedAt: day(7) };
    const asPlanned = stateAfter({ ...PAGE, dueAt: day(7) }, visit(7, 'b'), PLAN);
    const changed = stateAfter(early, visit(1, 'b'), PLAN);

    expect(changed.history).toEqual(asPlanned.history);
    expect(changed.plannedAt).toBeUndefined();
    expect(stateAfter(early, visit(1, 'a'), PLAN).history?.slice(0, 2)).toEqual([1, 1]);
    expect(stateAfter(early, visit(1, undefined), PLAN).plannedAt).toBeUndefined();
  });

  it('is remembered of a thousand hosts, however many there are', () => {
    const hosts = new HostClaims();
    for (let n = 0; n < 1_200; n++) hosts.learn({ ...PAGE, url: `http://h${n}.example/` }, visit(7, 'a'), day(-1));

    expect(hosts.entries()).toHaveLength(1_000);
  });
});
