import { describe, expect, it } from 'vitest';
import {
  DEFER_REASONS,
  FAIL_REASONS,
  isWanted,
  Outcome,
  SKIP_REASONS,
  stateOfOutcome,
  stateWord,
  TaskState,
} from '#core/model/outcome.ts';
import { keyOf } from '#test/fakes/plan-task.ts';

describe('an outcome', () => {
  it.each([
    [{ type: 'stored' }, 'succeeded'],
    [{ type: 'notModified' }, 'succeeded'],
    [{ type: 'duplicate', of: keyOf(1) }, 'succeeded'],
    [{ type: 'redirected', to: keyOf(1) }, 'succeeded'],
    [{ type: 'skipped', reason: 'robots' }, 'skipped'],
    [{ type: 'failed', reason: 'timeout' }, 'timedOut'],
    [{ type: 'failed', reason: 'dns' }, 'failed'],
  ] as const)('%o shows as %s', (outcome, state) => {
    expect(stateOfOutcome(Outcome.parse(outcome))).toBe(state);
  });

  it('shows every reason as a state that users know, and only a timeout as timedOut', () => {
    const states = FAIL_REASONS.map((reason) => stateOfOutcome({ type: 'failed', reason }));

    expect(states.filter((state) => state === 'timedOut')).toHaveLength(1);
    expect(states.every((state) => TaskState.safeParse(state).success)).toBe(true);
    expect(new Set(SKIP_REASONS.map((reason) => stateOfOutcome({ type: 'skipped', reason })))).toEqual(
      new Set(['skipped']),
    );
  });

  it('leaves no task pending: pending is each state without an outcome, under one word', () => {
    const pending = TaskState.options.filter((state) => isWanted(state, 'pending'));

    expect(pending).toEqual(['scheduled', 'active', 'interrupted']);
    expect(pending.map(stateWord)).toEqual(['pending', 'active', 'pending']);
    expect(TaskState.options.filter((state) => isWanted(state, 'interrupted'))).toEqual(['interrupted']);
  });

  it('is from a closed set: no deferral, no unknown reason, no duplicate of nothing', () => {
    const refused = [
      { type: 'deferred', reason: 'lease' },
      { type: 'failed', reason: 'gremlins' },
      { type: 'skipped', reason: 'dns' },
      { type: 'duplicate' },
      { type: 'redirected', to: 'http://h.test/' },
    ];

    expect(refused.filter((outcome) => Outcome.safeParse(outcome).success)).toEqual([]);
  });

  it('has no reason that means two things, but robots-unreachable, which Surf defers before it fails', () => {
    const all = [...SKIP_REASONS, ...FAIL_REASONS, ...DEFER_REASONS];

    expect(all.filter((reason, i) => all.indexOf(reason) !== i)).toEqual(['robots-unreachable']);
  });
});
