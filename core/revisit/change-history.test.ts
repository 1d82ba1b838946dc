import { describe, expect, it } from 'vitest';
import { changesIn, MAX_CHANGES, NO_HISTORY, observed, withVisit } from '#core/revisit/change-history.ts';

describe('the history of a page', () => {
  it('adds visits without a change up, and keeps a change with the time before it', () => {
    let history = withVisit(NO_HISTORY, 2, false);
    history = withVisit(history, 3, false);
    history = withVisit(history, 4, true);
    history = withVisit(history, 5, false);

    expect(history).toEqual({
      changes: [{ unchangedDays: 5, unchangedVisits: 2, intervalDays: 4 }],
      unchangedDays: 5,
      unchangedVisits: 1,
      outcomes: 0b0010,
      outcomeCount: 4,
    });
    expect(observed(history)).toEqual({ visits: 4, days: 14, unchangedDays: 10 });
  });

  it('stays as small after years: the oldest changes fall out with the time before them', () => {
    let history = NO_HISTORY;
    for (let visit = 0; visit < 10_000; visit++) history = withVisit(history, 1, visit % 2 === 1);

    expect(history.changes).toHaveLength(MAX_CHANGES);
    expect(observed(history)).toEqual({ visits: 2 * MAX_CHANGES, days: 2 * MAX_CHANGES, unchangedDays: MAX_CHANGES });
    expect(JSON.stringify(history).length).toBeLessThan(600);
  });

  it('tells how many of the last visits found a change, of the last 30', () => {
    let history = NO_HISTORY;
    for (let visit = 0; visit < 40; visit++) history = withVisit(history, 1, visit >= 20);

    expect([1, 20, 25, 30, 99].map((visits) => changesIn(history, visits))).toEqual([1, 20, 20, 20, 20]);
    expect(history.outcomeCount).toBe(30);
  });
});
