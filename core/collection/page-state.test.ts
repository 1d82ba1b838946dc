import { describe, expect, it } from 'vitest';
import {
  DAY_MS,
  PageState,
  probablyFresh,
  type RevisitPlan,
  stateAfter,
  underPlan,
} from '#core/collection/page-state.ts';
import type { PageVisit } from '#core/collection/page-visit.ts';
import { revisitPlan } from '#core/collection/revisit-plan.ts';
import { NO_HISTORY, withVisit } from '#core/revisit/change-history.ts';
import { changeRate } from '#core/revisit/change-rate.ts';
import { RateHistogram } from '#core/revisit/rate-histogram.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { Workflow } from '#core/workflow/workflow.ts';

const START = 1_700_000_000_000;
const KEY = 'ffffffff000000000000000000000000' as UrlKey;
const PLAN: RevisitPlan = revisitPlan(
  Workflow.parse({ seeds: ['http://a.example/'], revisit: { policy: 'halving', maxIntervalDays: 30 } }),
  new RateHistogram(),
  1,
);

const visit = (days: number, found: string | undefined, gone = false): PageVisit => ({
  key: KEY,
  url: 'http://a.example/',
  level: 2,
  at: START + days * DAY_MS,
  ...(found !== undefined && { found }),
  ...(gone && { gone: true as const }),
});

/** The state after these visits, each read back from its line. */
function stateOf(...visits: readonly PageVisit[]): PageState {
  let state: PageState | null = null;
  for (const each of visits) state = PageState.parse(JSON.parse(JSON.stringify(stateAfter(state, each, PLAN))));
  if (state === null) throw new Error('no visit');
  return state;
}

describe('a seed with a period (G3)', () => {
  const SEEDS = [{ url: 'http://a.example/', period: '6h' }];
  const revisit = { policy: 'uniform', minIntervalDays: 1 };
  const plan = revisitPlan(Workflow.parse({ seeds: SEEDS, revisit }), new RateHistogram(), 1);
  const key = urlKey('http://a.example/' as CrawlUrl, Workflow.parse({ seeds: SEEDS }).key);

  it('is due when it is over, also after a failure and below the least interval', () => {
    const first = stateAfter(null, { ...visit(0, 'a'), key }, plan);
    const failed = stateAfter(first, { ...visit(1, undefined, true), key }, plan);

    expect(first.dueAt).toBe(START + DAY_MS / 4);
    expect(failed.dueAt).toBe(START + 1.25 * DAY_MS);
    expect(stateAfter(null, visit(0, 'a'), plan).dueAt).toBe(START + 7 * DAY_MS);
  });

  it('is due by its new period when that has changed', () => {
    const known = { ...stateOf(visit(2, 'a')), key };

    expect(underPlan(known, plan).dueAt).toBe(START + 2.25 * DAY_MS);
  });
});

describe('a workflow that asks for shorter intervals than before', () => {
  const planBy = (revisit: object): RevisitPlan =>
    revisitPlan(Workflow.parse({ seeds: ['http://a.example/'], revisit }), RateHistogram.of([[0, 50]]), 50);
  const known = stateOf(visit(0, 'a')); // due in seven days

  it('has each page due by its longest interval at once', () => {
    const shorter = underPlan(known, planBy({ policy: 'adaptive', maxIntervalDays: 2 }));
    const longer = underPlan(known, planBy({ policy: 'adaptive', maxIntervalDays: 30 }));

    expect(shorter.dueAt).toBe(START + 2 * DAY_MS);
    expect(longer).toBe(known);
  });

  it('with uniform has each page due by the interval of all, and a tombstone by the longest', () => {
    const plan = planBy({ policy: 'uniform', intervalDays: 3, maxIntervalDays: 20 });
    const tombstone: PageState = { ...known, dueAt: START + 60 * DAY_MS, goneAt: START };

    expect(underPlan(known, plan).dueAt).toBe(START + 3 * DAY_MS);
    expect(underPlan(tombstone, plan).dueAt).toBe(START + 20 * DAY_MS);
  });
});

describe('the state of a page between two ticks', () => {
  it('begins with the first interval, a part of it that the key says', () => {
    const first = stateOf(visit(0, 'a'));
    const early = stateAfter(null, { ...visit(0, 'a'), key: '40000000000000000000000000000000' as UrlKey }, PLAN);

    expect(first).toMatchObject({ asked: 1, changed: 0, seenAt: START, changedAt: START, intervalDays: 7 });
    expect(first.dueAt).toBe(START + 7 * DAY_MS);
    expect((early.dueAt - START) / DAY_MS).toBeCloseTo(7 / 4, 6);
    expect(first.history).toBeUndefined();
  });

  it('begins its line with the key, which readers look for there', () => {
    for (const state of [
      stateOf(visit(0, 'a')),
      stateOf(visit(0, undefined)),
      stateOf(visit(0, 'a'), visit(9, undefined)),
    ]) {
      expect(JSON.stringify(state).slice(0, 42)).toBe(`{"key":"${KEY}",`);
    }
  });

  it('compares what two visits found, and plans by the policy', () => {
    const same = stateOf(visit(0, 'a'), visit(7, 'a'));
    const changed = stateOf(visit(0, 'a'), visit(7, 'b'), visit(14, 'b'));

    expect(same).toMatchObject({ asked: 2, changed: 0, changedAt: START, intervalDays: 4 }); // ⌊(7 + 1) / 2⌋
    expect(same.dueAt).toBe(START + 11 * DAY_MS);
    expect(changed).toMatchObject({ asked: 3, changed: 1, changedAt: START + 7 * DAY_MS });
  });

  it('keeps the history of changes as numbers that say the same', () => {
    const visits = ['a', 'a', 'b', 'c', 'c', 'c', 'd', 'd'].map((found, i) => visit(i * 3, found));
    const state = stateOf(...visits);

    let history = NO_HISTORY;
    for (let i = 1; i < visits.length; i++) history = withVisit(history, 3, visits[i]?.found !== visits[i - 1]?.found);
    expect(state.history).toHaveLength(4 + 3 * 3);
    expect(state.changed).toBe(3);
    expect(state.rate).toBeGreaterThan(changeRate(history) / 2);
  });

  it('learns nothing of a request that failed, and asks again after the same interval', () => {
    const state = stateOf(visit(0, 'a'), visit(7, undefined), visit(14, undefined));

    expect(state).toMatchObject({ found: 'a', asked: 3, changed: 0, failures: 2, seenAt: START, intervalDays: 7 });
    expect(state.dueAt).toBe(START + 21 * DAY_MS);
    expect(stateOf(visit(0, 'a'), visit(7, undefined), visit(14, 'a')).failures).toBeUndefined();
  });

  it('sets a tombstone after 404 or 410 twice in a row, with the date of the second, until it answers', () => {
    const once = stateOf(visit(0, 'a'), visit(7, undefined, true));
    const between = stateOf(visit(0, 'a'), visit(7, undefined, true), visit(8, undefined), visit(9, undefined, true));
    const gone = stateOf(
      visit(0, 'a'),
      visit(7, undefined, true),
      visit(14, undefined, true),
      visit(44, undefined, true),
    );
    const back = stateOf(visit(0, 'a'), visit(7, undefined, true), visit(14, undefined, true), visit(44, 'a'));

    expect([once.gone, once.goneAt]).toEqual([1, undefined]);
    expect([between.gone, between.goneAt]).toEqual([1, undefined]);
    expect([gone.gone, gone.goneAt]).toEqual([3, START + 14 * DAY_MS]);
    expect(gone.dueAt).toBe(START + 74 * DAY_MS);
    expect([back.gone, back.goneAt, back.changed]).toEqual([undefined, undefined, 0]);
  });

  it('does not compare a text with bytes, or with the text of another extractor, and keeps its interval', () => {
    const [text, bytes, other] = ['text 1.aaaa', 'a'.repeat(64), 'text 2.aaaa'];
    const state = stateOf(visit(0, bytes), visit(7, text), visit(11, other), visit(13, 'text 2.bbbb'));

    expect(state).toMatchObject({ asked: 4, changed: 1, changedAt: START + 13 * DAY_MS });
    expect(stateOf(visit(0, bytes), visit(7, text))).toMatchObject({ changed: 0, changedAt: START, intervalDays: 7 });
    expect(stateOf(visit(0, text), visit(7, 'redirected ffff')).changed).toBe(1);
  });

  it('takes a page that failed at first for new when it answers', () => {
    const state = stateOf(visit(0, undefined), visit(7, 'a'));

    expect(state).toMatchObject({ found: 'a', asked: 2, changed: 0, changedAt: START + 7 * DAY_MS });
  });

  it('is less likely fresh the older it is, and not at all when it is gone or was never seen', () => {
    const state = stateOf(visit(0, 'a'));

    expect(probablyFresh(state, START)).toBe(1);
    expect(probablyFresh(state, START + DAY_MS)).toBeCloseTo(Math.exp(-state.rate), 9);
    expect(probablyFresh(stateOf(visit(0, undefined)), START)).toBe(0);
  });
});
