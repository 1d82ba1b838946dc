import { describe, expect, it } from 'vitest';
import type { Execution } from '#core/execution/execution.ts';
import { firstState, type IncidentCheck, incidentsOf } from '#core/incident/incident-check.ts';
import type { IncidentState } from '#core/incident/incident-state.ts';
import { EXECUTION, OTHER_EXECUTION, sampleExecution } from '#test/contract/samples.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const T0 = Date.parse('2026-11-27T12:00:00Z');
const BOUNDS = { usdPerDay: 10, waveMs: 30 * MINUTE };

const rowOf = (change: Partial<Execution> = {}): Execution =>
  sampleExecution({ createdAt: T0 - DAY, deadlineAt: T0 + MINUTE, costUsd: 0, ...change });

const checkOf = (rows: readonly (Execution | null)[], at: number, late: readonly Execution[] = []): IncidentCheck => ({
  now: at,
  rows: new Map(rows.map((row) => [row?.id ?? EXECUTION, row])),
  late: new Set(late.map(({ id }) => id)),
});

/** Looks every five minutes, the first one tells nothing. @returns what each of the others tells */
function checksAt(...checks: readonly (readonly Execution[])[]) {
  let state = firstState(checkOf([], T0));
  return checks.map((rows, n) => {
    const check = incidentsOf(state, checkOf(rows, T0 + (n + 1) * 5 * MINUTE), BOUNDS);
    state = check.state;
    return check.incidents;
  });
}

describe('the first check', () => {
  it('reports nothing from before, and watches the running executions', () => {
    const state = firstState(checkOf([rowOf({ status: 'running', costUsd: 50 })], T0));

    const next = incidentsOf(state, checkOf([rowOf({ status: 'running', costUsd: 51 })], T0 + MINUTE), BOUNDS);

    expect(next.incidents).toEqual([]);
    expect(next.state.usd).toBe(1);
  });
});

describe('a crawl that failed', () => {
  const failed = rowOf({
    status: 'failed',
    reason: 'advance',
    endedAt: T0 + MINUTE,
    createdAt: T0 + 1,
    deadlineAt: null,
  });

  it('is reported once, however often it is checked', () => {
    const told = checksAt([failed], [failed], [failed]);

    expect(told).toEqual([
      [{ name: 'crawl-failed', execution: EXECUTION, status: 'failed', reason: 'advance', isOver: false }],
      [],
      [],
    ]);
  });

  it('is reported again when it is resumed and fails again', () => {
    const resumed = { ...failed, status: 'running', reason: null, endedAt: null } as const;

    const told = checksAt([failed], [resumed], [{ ...failed, endedAt: T0 + 12 * MINUTE }]);

    expect(told.map(({ length }) => length)).toEqual([1, 0, 1]);
  });

  it('is reported although an execution before it was created by a clock that is an hour fast', () => {
    const early = rowOf({ id: OTHER_EXECUTION, createdAt: T0 + 60 * MINUTE, status: 'succeeded', projected: 3 });

    const told = checksAt([early], [early, { ...failed, createdAt: T0 + 7 * MINUTE }]);

    expect(told.map(({ length }) => length)).toEqual([0, 1]);
  });

  it('is watched for a day, and then no longer', () => {
    const { state } = incidentsOf(firstState(checkOf([], T0)), checkOf([failed], T0 + 5 * MINUTE), BOUNDS);
    const newer = rowOf({ id: OTHER_EXECUTION, createdAt: T0 + DAY, status: 'succeeded', projected: 3 });

    const soon = incidentsOf(state, checkOf([failed, newer], T0 + DAY), BOUNDS).state;
    const later = incidentsOf(state, checkOf([failed, newer], T0 + DAY + 2 * MINUTE), BOUNDS).state;

    expect(idsOf(soon)).toEqual([EXECUTION, OTHER_EXECUTION]);
    expect(idsOf(later)).toEqual([OTHER_EXECUTION]);
  });
});

describe('a crawl that does not move', () => {
  const dueAt = T0 - 30 * MINUTE;
  const stalled = rowOf({ dueAt });
  const begun = () => incidentsOf(firstState(checkOf([stalled], T0)), checkOf([stalled], T0, [stalled]), BOUNDS);

  it('is reported after the operator’s bound, where the watchdog has to start it', () => {
    const state = firstState(checkOf([stalled], T0));
    const soon = rowOf({ dueAt: dueAt + 1 });

    expect(incidentsOf(state, checkOf([soon], T0, [soon]), BOUNDS).incidents).toEqual([]);
    expect(incidentsOf(state, checkOf([stalled], T0), BOUNDS).incidents).toEqual([]); // its run shows signs of life
    expect(begun().incidents).toMatchObject([{ name: 'crawl-stalled', isOver: false }]);
  });

  it('is reported once while it lasts, and when it moves, ends or is deleted', () => {
    const { state } = begun();
    const next = (row: Execution | null) => incidentsOf(state, checkOf([row], T0 + 5 * MINUTE), BOUNDS).incidents;

    expect(next(stalled)).toEqual([]);
    expect(next(rowOf({ dueAt: T0 + MINUTE }))).toMatchObject([{ name: 'crawl-stalled', isOver: true }]);
    expect(next(rowOf({ dueAt, status: 'stopped', projected: 3 }))).toMatchObject([
      { isOver: true, status: 'stopped' },
    ]);
    expect(next(null)).toMatchObject([{ isOver: true, status: null }]);
  });

  it('may have ended, and its rows are not written', () => {
    const behind = rowOf({ status: 'succeeded', wave: 3, projected: 2, endedAt: T0 - 30 * MINUTE, deadlineAt: null });

    const { incidents } = incidentsOf(firstState(checkOf([], T0)), checkOf([behind], T0, [behind]), BOUNDS);

    expect(incidents).toMatchObject([{ name: 'crawl-stalled', status: 'succeeded' }]);
  });
});

it('a crawl that pauses because Lambda starts no workers is reported, and so is its resumption', () => {
  const going = rowOf();
  const paused = rowOf({ status: 'paused', reason: 'workers-not-started', deadlineAt: null });

  const told = checksAt([going], [paused], [paused], [going], [rowOf({ status: 'paused', reason: null })]);

  expect(told.map((ones) => ones.map((one) => one.name !== 'spend' && one.isOver))).toEqual([
    [],
    [false],
    [],
    [true],
    [],
  ]);
});

describe('the spend of a day', () => {
  const cost = (costUsd: number) => [rowOf({ createdAt: T0 + 1, costUsd })];

  it('is that of all crawls since midnight UTC, reported once a day', () => {
    const told = checksAt(cost(9.9), cost(10), cost(30));

    expect(told).toEqual([[], [{ name: 'spend', day: '2026-11-27', usd: 10, mostUsd: 10 }], []]);
  });

  it('begins again at midnight', () => {
    const { state } = incidentsOf(firstState(checkOf([], T0)), checkOf(cost(12), T0), BOUNDS);

    const quiet = incidentsOf(state, checkOf(cost(13), T0 + DAY), BOUNDS);
    const again = incidentsOf(quiet.state, checkOf(cost(22), T0 + DAY), BOUNDS);

    expect([quiet.incidents, quiet.state.usd]).toEqual([[], 1]);
    expect(again.incidents).toMatchObject([{ name: 'spend', day: '2026-11-28' }]);
  });

  it('does not have what an execution cost before it was resumed', () => {
    const old = rowOf({ costUsd: 40 });

    expect(checksAt([old], [{ ...old, costUsd: 41 }])).toEqual([[], []]);
  });
});

it('a check at which nothing has happened leaves the state as it is', () => {
  const { state } = incidentsOf(firstState(checkOf([], T0)), checkOf([rowOf({ createdAt: T0 })], T0), BOUNDS);

  expect(incidentsOf(state, checkOf([rowOf({ createdAt: T0 })], T0 + MINUTE), BOUNDS)).toEqual({
    incidents: [],
    state,
  });
});

const idsOf = ({ watched }: IncidentState): string[] => watched.map(({ execution }) => execution).sort();
