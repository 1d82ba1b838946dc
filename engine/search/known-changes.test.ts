import { describe, expect, it } from 'vitest';
import { type PageState, type RevisitPlan, stateAfter } from '#core/collection/page-state.ts';
import type { PageVisit } from '#core/collection/page-visit.ts';
import { revisitPlan } from '#core/collection/revisit-plan.ts';
import { RateHistogram } from '#core/revisit/rate-histogram.ts';
import type { SearchedChanges } from '#core/search/search-document.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { type VisitedDocument, withChanges } from '#engine/search/known-changes.ts';
import { searchDocument } from '#test/contract/search/search-document.ts';

const [FIRST, SECOND] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 20)];
const PLAN: RevisitPlan = revisitPlan(
  Workflow.parse({ seeds: ['http://a.test/'], revisit: { policy: 'halving' } }),
  new RateHistogram(),
  1,
);

const keyOf = (letter: string): UrlKey => letter.repeat(32) as UrlKey;
const visitOf = (letter: string, at: number, found: string): PageVisit => ({
  key: keyOf(letter),
  url: `http://a.test/${letter}`,
  level: 0,
  at,
  found,
});

async function* documentsOf(...visits: readonly (PageVisit | string)[]): AsyncGenerator<VisitedDocument> {
  for (const visit of visits) {
    const key = typeof visit === 'string' ? keyOf(visit) : visit.key;
    const { changes: _, ...document } = searchDocument({ path: '/', key });
    yield { ...document, visit: typeof visit === 'string' ? null : visit };
  }
}

async function* knownOf(...visits: readonly PageVisit[]): AsyncGenerator<PageState> {
  for (const visit of visits) yield stateAfter(null, visit, PLAN);
}

async function changesOf(...joined: Parameters<typeof withChanges>): Promise<[string, SearchedChanges | null][]> {
  const found: [string, SearchedChanges | null][] = [];
  for await (const { key, changes } of withChanges(...joined)) found.push([key.charAt(0), changes]);
  return found;
}

describe('what a collection knows of changes, for the pages of an index', () => {
  it('counts the visit of the execution itself: unchanged, changed and new pages', async () => {
    const known = knownOf(visitOf('a', FIRST, 'x'), visitOf('b', FIRST, 'x'), visitOf('c', FIRST, 'x'));
    const seen = [visitOf('a', SECOND, 'x'), visitOf('c', SECOND, 'y'), visitOf('d', SECOND, 'x')];

    expect(await changesOf(documentsOf(...seen), known)).toEqual([
      ['a', { visits: 2, changed: 0, changedAt: '2026-11-01T00:00:00.000Z' }],
      ['c', { visits: 2, changed: 1, changedAt: '2026-11-20T00:00:00.000Z' }],
      ['d', { visits: 1, changed: 0, changedAt: '2026-11-20T00:00:00.000Z' }],
    ]);
  });

  it('is nothing where the execution is not of a collection', async () => {
    expect(await changesOf(documentsOf('a'), knownOf())).toEqual([['a', null]]);
  });
});
