import { describe, expect, it } from 'vitest';
import { isUsedUp, quotaStates, tightest } from '#core/identity/quotas/quota.ts';

const NOW = Date.parse('2026-12-31T23:59:59Z');
const NO_STORAGE = { storedBytes: null, storedBytesOfAll: null };
const NONE = { pagesPerDay: null, pagesPerMonth: null, usdPerDay: null, usdPerMonth: null, ...NO_STORAGE };
const FREE = { pages: 0, budgetUsd: 0 };
const DAYS = [
  { day: '2026-11-30', requests: 1, pages: 500, usd: 5 },
  { day: '2026-12-01', requests: 1, pages: 40, usd: 0.4 },
  { day: '2026-12-31', requests: 1, pages: 7, usd: 0.07 },
];

describe('quotas (S27)', () => {
  it('count the calendar day and month in UTC, and say when they begin again', () => {
    const states = quotaStates(
      { ...NONE, pagesPerDay: 10, pagesPerMonth: 100 },
      { days: DAYS, setAside: FREE, stored: NO_STORAGE, now: NOW },
    );

    const resetsAt = Date.parse('2027-01-01T00:00:00Z');
    expect(states).toEqual([
      { quota: 'pagesPerDay', most: 10, used: 7, setAside: 0, left: 3, resetsAt },
      { quota: 'pagesPerMonth', most: 100, used: 47, setAside: 0, left: 53, resetsAt },
    ]);
  });

  it('set aside what executions under way may still use, and leave nothing below zero', () => {
    const bounds = { ...NONE, pagesPerMonth: 100, usdPerMonth: 1 };
    const states = quotaStates(bounds, {
      days: DAYS,
      setAside: { pages: 60, budgetUsd: 0.25 },
      stored: NO_STORAGE,
      now: NOW,
    });

    expect(states.map(({ left }) => Math.round(left * 100) / 100)).toEqual([0, 0.28]);
    expect(states.map(isUsedUp)).toEqual([true, false]);
  });

  it('bound a limit by the one that leaves least', () => {
    const bounds = { ...NONE, pagesPerDay: 10, pagesPerMonth: 48 };
    const states = quotaStates(bounds, { days: DAYS, setAside: FREE, stored: NO_STORAGE, now: NOW });

    expect(tightest(states, 'pages')?.quota).toBe('pagesPerMonth');
    expect(tightest(states, 'budgetUsd')).toBeNull();
  });

  it('of storage count what is kept now, set nothing aside and never begin again', () => {
    const bounds = { ...NONE, storedBytes: 1_000, storedBytesOfAll: 5_000 };
    const stored = { storedBytes: 1_000, storedBytesOfAll: 4_999 };
    const states = quotaStates(bounds, { days: DAYS, setAside: { pages: 9, budgetUsd: 9 }, stored, now: NOW });

    expect(states).toEqual([
      { quota: 'storedBytes', most: 1_000, used: 1_000, setAside: 0, left: 0, resetsAt: null },
      { quota: 'storedBytesOfAll', most: 5_000, used: 4_999, setAside: 0, left: 1, resetsAt: null },
    ]);
    expect(states.map(isUsedUp)).toEqual([true, false]);
    expect(tightest(states, 'storage')?.quota).toBe('storedBytes');
  });

  it('are none where a role has none', () => {
    expect(quotaStates(NONE, { days: DAYS, setAside: FREE, stored: NO_STORAGE, now: NOW })).toEqual([]);
  });
});
