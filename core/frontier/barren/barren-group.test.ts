import { describe, expect, it } from 'vitest';
import { type BarrenGroup, newGroup, verdictOf } from '#core/frontier/barren/barren-group.ts';
import { BarrenTracker } from '#core/frontier/barren/barren-tracker.ts';

const PATIENCE = 200;
const SAME = 'aaaaaa';
const sketched = (facts: Partial<BarrenGroup>): BarrenGroup => ({
  ...newGroup('a.example/trap/#'),
  sketched: true,
  ...facts,
});
const urlOf = (n: number): string => `http://a.example/trap/${n}`;

/** Pages of one title; `news` have another digest, and so tell something new. */
function addLevel(tracker: BarrenTracker, level: number, pages: number, news: readonly number[] = []): void {
  for (let rank = 0; rank < pages; rank++) {
    const n = 10_000 * level + rank;
    const digest = news.includes(rank) ? String(n).padStart(6, '0') : SAME;
    tracker.add({ key: String(n).padStart(12, '0'), url: urlOf(n), level, rank, title: 'Topic', digest });
  }
  tracker.closeLevel();
}

/** Of 5,000 new addresses of the group, how many the next level has. */
const admitted = (tracker: BarrenTracker): number =>
  Array.from({ length: 5_000 }, (_, i) => tracker.admit(urlOf(900_000 + i), true)).filter(
    ({ type }) => type === 'admit',
  ).length;

describe('a group of addresses with sketches', () => {
  it('is not open to a whole level when a late page of a small one has news', () => {
    const tracker = new BarrenTracker(PATIENCE);
    addLevel(tracker, 1, 60);
    addLevel(tracker, 2, 100, [0, 95]);

    expect(tracker.groups()).toMatchObject([{ sketchedPages: 100, barren: 4 }]);
    expect(admitted(tracker)).toBe(100);
  });

  it('admits half of the patience that a long barren row earned, once a page has news', () => {
    const tracker = new BarrenTracker(PATIENCE);
    addLevel(tracker, 1, 60);
    addLevel(tracker, 2, 100);
    addLevel(tracker, 3, 60);
    addLevel(tracker, 4, 60, [57]);

    expect(tracker.groups()).toMatchObject([{ sketchedPages: 220, barren: 2, overcome: 159 }]);
    expect(admitted(tracker)).toBe(317); // half of four times 159, without 2
  });

  it('doubles with each level of news, so an honest site is whole in few levels', () => {
    expect(verdictOf(sketched({ sketchedPages: 100, barren: 0 }), PATIENCE)).toEqual({ type: 'watched', share: 100 });
    expect(verdictOf(sketched({ sketchedPages: 800, barren: 24 }), PATIENCE)).toEqual({ type: 'watched', share: 800 });
    expect(verdictOf(sketched({ sketchedPages: 800, barren: 25 }), PATIENCE)).toEqual({ type: 'watched', share: 88 });
    expect(verdictOf(sketched({ sketchedPages: 800, barren: 200 }), PATIENCE)).toEqual({ type: 'barren', pages: 200 });
  });
});
