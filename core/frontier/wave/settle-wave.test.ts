import { describe, expect, it } from 'vitest';
import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import { type UnitEvidence, WaveSettling } from '#core/frontier/wave/settle-wave.ts';
import { keyOf, planTask } from '#test/fakes/plan-task.ts';

const NOW = 1_000_000;
const PATIENCE = 600_000;

const line = (n: number, outcome: OutcomeLine['outcome'], change: Partial<OutcomeLine> = {}): OutcomeLine => ({
  kind: 'outcome',
  key: keyOf(n),
  outcome,
  attempts: 1,
  ...change,
});

const STORED = { type: 'stored' } as const;
const FAILED = { type: 'failed', reason: 'http-5xx' } as const;

const deferred = (notBefore: number, reason: 'back-off' | 'crawl-delay' | 'unit-time' = 'back-off') =>
  ({ type: 'deferred', reason, notBefore, cause: `${reason} of the host` }) as const;

/** A unit's evidence with its tasks and lines. */
interface Unit extends UnitEvidence {
  readonly id: string;
  readonly tasks: PlanTask[];
  readonly lines: [chunk: string, line: OutcomeLine][];
}

/** A unit that reported. Lines in chunk order: `[chunk, line]`. */
const unit = (
  tasks: PlanTask[],
  lines: [chunk: string, line: OutcomeLine][] = [],
  change: Partial<UnitEvidence & { id: string }> = {},
): Unit => ({
  id: '3/0',
  tasks,
  lines,
  reported: true,
  begun: true,
  died: false,
  ...change,
});

const died = (tasks: PlanTask[], lines: [string, OutcomeLine][] = [], id = '3/0') =>
  unit(tasks, lines, { id, reported: false, died: true });

function settle(...units: Unit[]) {
  const wave = new WaveSettling({ now: NOW, patienceMs: PATIENCE });
  const settled = units.flatMap(({ id, tasks, lines, ...evidence }) => {
    const open = wave.unit(id, tasks);
    const taken = lines.map(([chunk, of]) => open.take(of, chunk)).filter((found) => found !== null);
    return [...taken, ...open.close(evidence)];
  });
  const { carry, parked, redirects, progress, tried } = wave.finish();
  return { settled, carry, parked, redirects, progress, tried };
}

const four = [1, 2, 3, 4].map((n) => planTask(n));

describe('WaveSettling', () => {
  it('takes the first settling line of a task in chunk order, and names its chunk', () => {
    const wave = settle(
      unit(
        [planTask(1)],
        [
          ['c0', line(1, deferred(NOW + 5))],
          ['c1', line(1, FAILED)],
          ['c2', line(1, STORED)],
        ],
      ),
    );

    expect(wave.settled.map(({ outcome, chunk }) => [outcome, chunk])).toEqual([[FAILED, 'c1']]);
    expect([wave.carry, wave.parked, wave.progress, wave.tried]).toEqual([[], [], true, true]);
  });

  it('counts no line of a task that was not in the unit, and each unit for itself', () => {
    const wave = settle(
      unit([planTask(1)], [['c0', line(2, STORED)]]),
      unit([planTask(2)], [['d0', line(1, STORED)]], { id: '3/1' }),
    );

    expect(wave.settled).toEqual([]);
    expect(wave.carry.map(({ rank }) => rank)).toEqual([1, 2]);
    expect([wave.progress, wave.tried]).toEqual([false, true]);
  });

  it('carries a deferred task with what it went through, parks it when it must wait longer than patience', () => {
    const errors = [{ code: 'timeout', message: 'no answer', at: NOW }];
    const sitemap = { depth: 1, host: 'h.test' };
    const task = planTask(1, {
      via: keyOf(9),
      hop: 2,
      seed: true,
      sitemap,
      attempts: 1,
      most: 2,
      group: '2/0',
      alone: 1,
    });

    const soon = settle(unit([task], [['c', line(1, deferred(NOW + PATIENCE), { attempts: 2, errors })]]));
    const late = settle(unit([task], [['c', line(1, deferred(NOW + PATIENCE + 1), { attempts: 0 })]]));

    const kept = { ...planTask(1), via: keyOf(9), hop: 2, seed: true, sitemap, cause: 'back-off of the host' };
    expect(soon.carry).toEqual([{ ...kept, attempts: 2, errors, notBefore: NOW + PATIENCE }]);
    expect(late.parked).toEqual([{ ...kept, notBefore: NOW + PATIENCE + 1 }]);
    expect([soon.parked, late.carry, soon.progress, late.progress]).toEqual([[], [], true, true]);
  });

  it('parks tasks that a crawl-delay above a minute defers', () => {
    const wave = settle(
      unit(four.slice(0, 2), [
        ['c', line(1, deferred(NOW + 60_000, 'crawl-delay'))],
        ['c', line(2, deferred(NOW + 60_001, 'crawl-delay'))],
      ]),
    );

    expect([wave.carry.map(({ rank }) => rank), wave.parked.map(({ rank }) => rank)]).toEqual([[1], [2]]);
  });

  it('of several deferrals takes the last', () => {
    const wave = settle(
      unit(
        [planTask(1)],
        [
          ['c0', line(1, deferred(NOW + 1))],
          ['c1', line(1, deferred(NOW + 2))],
        ],
      ),
    );

    expect(wave.carry[0]?.notBefore).toBe(NOW + 2);
  });

  it('carries as it is what a living unit, a silent one and one that never began did not report', () => {
    const marked = planTask(1, { most: 2, group: '2/0', alone: 1 });

    const waves = [{ reported: true }, { reported: false }, { reported: false, begun: false }].map((change) =>
      settle(unit([marked], [], change)),
    );

    expect(waves.map(({ carry }) => carry)).toEqual([[marked], [marked], [marked]]);
    expect(waves.map(({ tried }) => tried)).toEqual([true, false, false]);
    expect(waves.map(({ progress }) => progress)).toEqual([false, false, false]);
  });

  it('plans what a died unit did not report in units of half its size; what it reported counts', () => {
    const wave = settle(died([...four, planTask(5)], [['c0', line(2, STORED)]]));

    expect(wave.settled.map(({ task }) => task.rank)).toEqual([2]);
    expect(wave.carry).toEqual([1, 3, 4, 5].map((n) => ({ ...planTask(n), most: 2, group: '3/0' })));
    expect(wave.progress).toBe(true);
  });

  it('halves until a task is alone, in as many deaths as the size has halves', () => {
    let tasks = Array.from({ length: 64 }, (_, n) => planTask(n + 1));
    const sizes: number[] = [];

    while (tasks.length > 1) {
      sizes.push(tasks.length);
      const carry = settle(died(tasks, [], `w/${tasks.length}`)).carry;
      tasks = carry.slice(0, carry[0]?.most);
    }

    expect(sizes).toEqual([64, 32, 16, 8, 4, 2]);
  });

  it('fails a task that was alone in two died units, not in one', () => {
    const first = settle(died([planTask(1)]));
    const [again] = first.carry;
    const second = settle(died(again === undefined ? [] : [again], [], '4/0'));

    expect(first.carry).toEqual([{ ...planTask(1), most: 1, group: '3/0', alone: 1 }]);
    expect([first.settled, first.progress]).toEqual([[], true]);
    expect(second.settled).toEqual([
      { task: again, outcome: { type: 'failed', reason: 'worker-died' }, line: null, chunk: null },
    ]);
    expect([second.carry, second.progress]).toEqual([[], true]);
  });

  it('does not blame the one task left of a died unit that had others', () => {
    const wave = settle(died(four.slice(0, 2), [['c0', line(1, deferred(NOW))]]));

    expect(wave.carry.map(({ rank, most, alone }) => [rank, most, alone])).toEqual([
      [1, undefined, undefined],
      [2, 1, undefined],
    ]);
  });

  it('forgets earlier deaths of a deferred task', () => {
    const wave = settle(unit([planTask(1, { alone: 1, most: 1, group: '2/0' })], [['c', line(1, deferred(NOW))]]));

    expect(wave.carry[0]).not.toHaveProperty('alone');
  });

  it('lists redirects by level and rank of their source, those with a target', () => {
    const to = (n: number) => ({ key: keyOf(n), url: `http://h.test/${n}`, reason: null });
    const tasks = [planTask(2, { level: 1 }), planTask(1, { level: 1 }), planTask(3)];
    const moved = (n: number) =>
      ['c', line(n, { type: 'redirected', to: keyOf(n + 10) }, { target: to(n + 10) })] as [string, OutcomeLine];

    const wave = settle(unit(tasks, [moved(2), moved(1)]), unit([planTask(3)], [moved(3)], { id: '3/1' }));

    expect(wave.redirects.map(({ source, target }) => [source.level, source.rank, target.url])).toEqual([
      [0, 3, 'http://h.test/13'],
      [1, 1, 'http://h.test/11'],
      [1, 2, 'http://h.test/12'],
    ]);
  });
});
