import { describe, expect, it } from 'vitest';
import type { Execution } from '#core/execution/execution.ts';
import type { IncidentBook } from '#core/incident/incident-book.ts';
import { firstBook, incidentsOf, type Look } from '#core/incident/look.ts';
import { EXECUTION, OTHER_EXECUTION, sampleExecution } from '#test/contract/samples.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const T0 = Date.parse('2026-11-27T12:00:00Z');
const BOUNDS = { usdPerDay: 10, waveMs: 30 * MINUTE };

const rowOf = (change: Partial<Execution> = {}): Execution =>
  sampleExecution({ createdAt: T0 - DAY, deadlineAt: T0 + MINUTE, costUsd: 0, ...change });

const lookOf = (rows: readonly (Execution | null)[], at: number, late: readonly Execution[] = []): Look => ({
  now: at,
  rows: new Map(rows.map((row) => [row?.id ?? EXECUTION, row])),
  late: new Set(late.map(({ id }) => id)),
});

/** Looks every five minutes, the first one tells nothing. @returns what each of the others tells */
function looksAt(...looks: readonly (readonly Execution[])[]) {
  let book = firstBook(lookOf([], T0));
  return looks.map((rows, n) => {
    const look = incidentsOf(book, lookOf(rows, T0 + (n + 1) * 5 * MINUTE), BOUNDS);
    book = look.book;
    return look.incidents;
  });
}

describe('the first look', () => {
  it('tells nothing of what was before, and watches what is at work', () => {
    const book = firstBook(lookOf([rowOf({ status: 'running', costUsd: 50 })], T0));

    const next = incidentsOf(book, lookOf([rowOf({ status: 'running', costUsd: 51 })], T0 + MINUTE), BOUNDS);

    expect(next.incidents).toEqual([]);
    expect(next.book.usd).toBe(1);
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

  it('is told once, however often it is looked at', () => {
    const told = looksAt([failed], [failed], [failed]);

    expect(told).toEqual([
      [{ name: 'crawl-failed', execution: EXECUTION, status: 'failed', reason: 'advance', isOver: false }],
      [],
      [],
    ]);
  });

  it('is told again when it is resumed and fails again', () => {
    const resumed = { ...failed, status: 'running', reason: null, endedAt: null } as const;

    const told = looksAt([failed], [resumed], [{ ...failed, endedAt: T0 + 12 * MINUTE }]);

    expect(told.map(({ length }) => length)).toEqual([1, 0, 1]);
  });

  it('is watched for a day, and then no longer', () => {
    const { book } = incidentsOf(firstBook(lookOf([], T0)), lookOf([failed], T0 + 5 * MINUTE), BOUNDS);
    const newer = rowOf({ id: OTHER_EXECUTION, createdAt: T0 + DAY, status: 'succeeded', projected: 3 });

    const soon = incidentsOf(book, lookOf([failed, newer], T0 + DAY), BOUNDS).book;
    const later = incidentsOf(book, lookOf([failed, newer], T0 + DAY + 2 * MINUTE), BOUNDS).book;

    expect(idsOf(soon)).toEqual([EXECUTION, OTHER_EXECUTION]);
    expect(idsOf(later)).toEqual([OTHER_EXECUTION]);
  });
});

describe('a crawl that does not move', () => {
  const dueAt = T0 - 30 * MINUTE;
  const stalled = rowOf({ dueAt });
  const begun = () => incidentsOf(firstBook(lookOf([stalled], T0)), lookOf([stalled], T0, [stalled]), BOUNDS);

  it('is told after the operator’s bound, where the watchdog has to start it', () => {
    const book = firstBook(lookOf([stalled], T0));
    const soon = rowOf({ dueAt: dueAt + 1 });

    expect(incidentsOf(book, lookOf([soon], T0, [soon]), BOUNDS).incidents).toEqual([]);
    expect(incidentsOf(book, lookOf([stalled], T0), BOUNDS).incidents).toEqual([]); // its run shows signs of life
    expect(begun().incidents).toMatchObject([{ name: 'crawl-stalled', isOver: false }]);
  });

  it('is told once while it lasts, and when it moves, ends or is deleted', () => {
    const { book } = begun();
    const next = (row: Execution | null) => incidentsOf(book, lookOf([row], T0 + 5 * MINUTE), BOUNDS).incidents;

    expect(next(stalled)).toEqual([]);
    expect(next(rowOf({ dueAt: T0 + MINUTE }))).toMatchObject([{ name: 'crawl-stalled', isOver: true }]);
    expect(next(rowOf({ dueAt, status: 'stopped', projected: 3 }))).toMatchObject([
      { isOver: true, status: 'stopped' },
    ]);
    expect(next(null)).toMatchObject([{ isOver: true, status: null }]);
  });

  it('may have ended, and its rows are not written', () => {
    const behind = rowOf({ status: 'succeeded', wave: 3, projected: 2, endedAt: T0 - 30 * MINUTE, deadlineAt: null });

    const { incidents } = incidentsOf(firstBook(lookOf([], T0)), lookOf([behind], T0, [behind]), BOUNDS);

    expect(incidents).toMatchObject([{ name: 'crawl-stalled', status: 'succeeded' }]);
  });
});

it('a crawl that pauses because Lambda starts no workers is told, and when somebody resumes it', () => {
  const going = rowOf();
  const paused = rowOf({ status: 'paused', reason: 'workers-not-started', deadlineAt: null });

  const told = looksAt([going], [paused], [paused], [going], [rowOf({ status: 'paused', reason: null })]);

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

  it('is that of all crawls since midnight UTC, told once a day', () => {
    const told = looksAt(cost(9.9), cost(10), cost(30));

    expect(told).toEqual([[], [{ name: 'spend', day: '2026-11-27', usd: 10, mostUsd: 10 }], []]);
  });

  it('begins again at midnight', () => {
    const { book } = incidentsOf(firstBook(lookOf([], T0)), lookOf(cost(12), T0), BOUNDS);

    const quiet = incidentsOf(book, lookOf(cost(13), T0 + DAY), BOUNDS);
    const again = incidentsOf(quiet.book, lookOf(cost(22), T0 + DAY), BOUNDS);

    expect([quiet.incidents, quiet.book.usd]).toEqual([[], 1]);
    expect(again.incidents).toMatchObject([{ name: 'spend', day: '2026-11-28' }]);
  });

  it('does not have what an execution cost before it was resumed', () => {
    const old = rowOf({ costUsd: 40 });

    expect(looksAt([old], [{ ...old, costUsd: 41 }])).toEqual([[], []]);
  });
});

it('a look at which nothing has happened leaves the book as it is', () => {
  const { book } = incidentsOf(firstBook(lookOf([], T0)), lookOf([rowOf({ createdAt: T0 })], T0), BOUNDS);

  expect(incidentsOf(book, lookOf([rowOf({ createdAt: T0 })], T0 + MINUTE), BOUNDS)).toEqual({ incidents: [], book });
});

const idsOf = ({ watched }: IncidentBook): string[] => watched.map(({ execution }) => execution).sort();
