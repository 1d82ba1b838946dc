import { describe, expect, it } from 'vitest';
import type { Counts } from '#core/execution/execution.ts';
import { Ledger, NO_COUNTS, skippedFor } from '#core/frontier/ledger.ts';
import { FAIL_REASONS, type Outcome, SKIP_REASONS } from '#core/model/outcome.ts';
import { keyOf } from '#test/fakes/plan-task.ts';
import { Dice } from '#test/model/model-web.ts';

const OUTCOMES: readonly Outcome[] = [
  { type: 'stored' },
  { type: 'notModified' },
  { type: 'duplicate', of: keyOf(1) },
  { type: 'redirected', to: keyOf(2) },
  ...SKIP_REASONS.map(skippedFor),
  ...FAIL_REASONS.map((reason): Outcome => ({ type: 'failed', reason })),
];

const sum = (reasons: Partial<Record<string, number>>): number =>
  Object.values(reasons).reduce<number>((total, count) => total + (count ?? 0), 0);

const settled = (counts: Counts): number =>
  counts.stored +
  counts.notModified +
  counts.duplicate +
  counts.redirected +
  sum(counts.skipped) +
  sum(counts.failed) +
  counts.pending;

describe('Ledger', () => {
  it('counts a URL as discovered and pending, then as its outcome, in all and in its level', () => {
    const ledger = new Ledger(NO_COUNTS, []);

    ledger.discover(2);
    ledger.discover(2);
    ledger.plan(2);
    ledger.settle(2, { type: 'failed', reason: 'dns' });

    expect(ledger.counts).toEqual({ ...NO_COUNTS, discovered: 2, failed: { dns: 1 }, pending: 1 });
    expect(ledger.levels.map(({ level, discovered }) => [level, discovered])).toEqual([
      [0, 0],
      [1, 0],
      [2, 2],
    ]);
    expect(ledger.levels[2]).toMatchObject({ planned: 1, failed: 1, pending: 1, stored: 0 });
  });

  it('takes an outcome back without a trace', () => {
    const ledger = new Ledger(NO_COUNTS, []);
    ledger.discover(0);
    const before = ledger.counts;

    for (const outcome of OUTCOMES) {
      ledger.settle(0, outcome);
      ledger.reopen(0, outcome);
    }

    expect(ledger.counts).toEqual(before);
  });

  it('moves a pending URL to another level, discovered once', () => {
    const ledger = new Ledger(NO_COUNTS, []);
    ledger.discover(1);

    ledger.moveLevel(1, 3);

    expect(ledger.levels.map(({ discovered, pending }) => [discovered, pending])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 1],
    ]);
    expect(ledger.counts).toMatchObject({ discovered: 1, pending: 1 });
  });

  it('changes neither what it was made from nor what it gave away', () => {
    const counts = { ...NO_COUNTS, skipped: { robots: 1 } };
    const ledger = new Ledger(counts, []);
    ledger.discover(0);
    const { counts: given, levels } = ledger;

    ledger.settle(0, skippedFor('robots'));

    expect(counts.skipped).toEqual({ robots: 1 });
    expect([given.skipped, levels[0]?.skipped]).toEqual([{ robots: 1 }, 0]);
    expect(ledger.counts.skipped).toEqual({ robots: 2 });
  });

  it('balances after any history: discovered = the sum of all outcomes and pending, as the sum of its levels (N9)', () => {
    const dice = new Dice(7);
    const ledger = new Ledger(NO_COUNTS, []);
    const pending: number[] = [];
    const done: { level: number; outcome: Outcome }[] = [];
    for (let step = 0; step < 5_000; step++) {
      const level = pending.at(-1);
      if (level === undefined || dice.chance(0.4)) {
        pending.push(dice.int(5));
        ledger.discover(pending.at(-1) ?? 0);
      } else if (dice.chance(0.2)) {
        pending[pending.length - 1] = dice.int(5);
        ledger.moveLevel(level, pending.at(-1) ?? 0);
      } else {
        const outcome = dice.pick(OUTCOMES);
        pending.pop();
        done.push({ level, outcome });
        ledger.settle(level, outcome);
      }
      const back = dice.chance(0.1) ? done.pop() : undefined;
      if (back === undefined) continue;
      ledger.reopen(back.level, back.outcome);
      pending.push(back.level);
    }

    const { counts, levels } = ledger;
    expect(settled(counts)).toBe(counts.discovered);
    expect([counts.discovered, counts.pending]).toEqual([pending.length + done.length, pending.length]);
    const over = (name: 'discovered' | 'stored' | 'skipped' | 'failed' | 'pending'): number =>
      levels.reduce((total, level) => total + level[name], 0);
    expect([over('discovered'), over('stored'), over('pending')]).toEqual([
      counts.discovered,
      counts.stored,
      counts.pending,
    ]);
    expect([over('skipped'), over('failed')]).toEqual([sum(counts.skipped), sum(counts.failed)]);
  });
});
