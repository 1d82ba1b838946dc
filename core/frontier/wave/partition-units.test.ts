import { describe, expect, it } from 'vitest';
import type { PlanTask } from '#core/archive/plan.ts';
import { WORKER_MEMORY } from '#core/cost/lambda.ts';
import { type PartitionInput, type Placed, partitionUnits } from '#core/frontier/wave/partition-units.ts';
import { planTask } from '#test/fakes/plan-task.ts';
import { Dice } from '#test/model/model-web.ts';

/** One letter a task: its host. */
const placed = (hosts: string, change: Partial<PlanTask> = {}, from = 1): Placed[] =>
  [...hosts].map((host, i) => ({ task: planTask(from + i, change), host }));

const partition = (tasks: Placed[], change: Partial<PartitionInput> = {}) =>
  partitionUnits({ tasks, parallelism: 4, hostsPerWorker: 2, useful: 4, ...change });

const hostsOf = (units: readonly Placed[][]): string[] => units.map((unit) => unit.map(({ host }) => host).join(''));

const ranks = (tasks: readonly PlanTask[]): number[] => tasks.map((task) => task.rank).sort((a, b) => a - b);

describe('partitionUnits', () => {
  it('spreads hosts over as many units as are useful', () => {
    const { units, back } = partition(placed('abcdef'));

    expect(hostsOf(units)).toEqual(['ae', 'bf', 'c', 'd']);
    expect(back).toEqual([]);
  });

  it('packs hosts, hostsPerWorker to a unit, where more units are of no use', () => {
    expect(partition(placed('abcdef'), { useful: 1 }).units).toHaveLength(3);
    expect(partition(placed('abcdef'), { useful: 1, hostsPerWorker: 25 }).units).toHaveLength(1);
    expect(partition(placed('abcdef'), { useful: 2, hostsPerWorker: 25 }).units).toHaveLength(2);
    expect(partition(placed('abcdef'), { useful: 1, hostsPerWorker: 1 }).units).toHaveLength(4);
  });

  it('balances tasks: the largest hosts first, each to the unit with the fewest', () => {
    const { units } = partition(placed('aaaaabbbccd'), { parallelism: 2 });

    expect(hostsOf(units)).toEqual(['aaaaad', 'bbbcc']);
  });

  it('puts the large hosts together where requests are spaced: only their worker is paid for until they end', () => {
    const { units } = partition(placed('aaaaabbbbccd'), { spaced: true, useful: 1 });

    expect(hostsOf(units)).toEqual(['aaaaabbbb', 'ccd']);
  });

  it('gives each of too few workers groups of hosts that take about as long together', () => {
    const { units } = partition(placed('aaaaabbbbcccddde'), { spaced: true, useful: 1, parallelism: 2 });

    expect(hostsOf(units)).toEqual(['aaaaabbbb', 'cccddde']);
  });

  it('gives small workers a group each where they are paid by time, and that costs less', () => {
    const memory = WORKER_MEMORY;
    const letters = Array.from({ length: 60 }, (_, host) => ({ host: `h${host}`, tasks: host < 20 ? 400 : 100 }));
    const tasks = letters.flatMap(({ host, tasks: count }) =>
      Array.from({ length: count }, (_, i) => ({ task: planTask(i), host })),
    );
    const paid = { memory, unitMs: 600_000, msOf: () => 1_000 };
    const of = (change: Partial<PartitionInput>) =>
      partition(tasks, { spaced: true, useful: 1, hostsPerWorker: 100, ...change }).units.map(
        (unit) => new Set(unit.map(({ host }) => host)).size,
      );

    expect(of({})).toEqual([60]);
    expect(of({ paid })).toEqual([24, 24, 12]);
    expect(of({ paid, parallelism: 2 })).toEqual([60]);
  });

  it('puts a host that may not answer to those that last as long, not to those that have as many tasks', () => {
    const memory = WORKER_MEMORY;
    const msOf = ({ attempts = 0 }: PlanTask): number => (attempts > 0 ? 60_000 : 1_000);
    const tasks = [...placed('aaaaabbbbcc'), ...placed('d', { attempts: 1 }, 20)];

    const { units } = partition(tasks, { spaced: true, useful: 1, paid: { memory, unitMs: 600_000, msOf } });

    expect(hostsOf(units)).toEqual(['daaaaa', 'bbbbcc']);
  });

  it('makes no empty unit', () => {
    expect(partition(placed('aaa')).units).toHaveLength(1);
    expect(partition([]).units).toEqual([]);
  });

  it('cuts what a died unit left into parts of the size it is halved to, before anything else', () => {
    const halves = placed('abcde', { most: 2, group: '1/0' });

    const { units, back } = partition([...placed('x', {}, 9), ...halves]);

    expect(hostsOf(units)).toEqual(['ab', 'cd', 'e', 'x']);
    expect(back).toEqual([]);
  });

  it('keeps groups of different units apart', () => {
    const tasks = [
      ...placed('a', { most: 3, group: '1/0' }),
      ...placed('b', { most: 3, group: '1/1' }, 2),
      ...placed('c', { most: 3, group: '1/0' }, 3),
    ];

    expect(hostsOf(partition(tasks).units)).toEqual(['ac', 'b']);
  });

  it('sends back a half whose host is in another unit, and every other task of that host', () => {
    const halves = placed('aab', { most: 1, group: '1/0' });

    const { units, back } = partition([...halves, ...placed('ac', {}, 8)]);

    expect(hostsOf(units)).toEqual(['a', 'b', 'c']);
    expect(ranks(back)).toEqual([2, 8]);
  });

  it('sends back what has no unit left', () => {
    const halves = placed('abc', { most: 1, group: '1/0' });

    const { units, back } = partition([...halves, ...placed('d', {}, 9)], { parallelism: 2 });

    expect(hostsOf(units)).toEqual(['a', 'b']);
    expect(ranks(back)).toEqual([3, 9]);
  });

  it('loses and doubles no task, puts a host into one unit, never makes more units than allowed: 500 random waves (S6)', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const dice = new Dice(seed);
      const tasks = Array.from({ length: 1 + dice.int(60) }, (_, i): Placed => {
        const group = dice.int(3);
        const halved = dice.chance(0.3) ? { most: 1 + group, group: `1/${group}` } : {};
        return { task: planTask(i + 1, halved), host: `h${dice.int(12)}` };
      });
      const parallelism = 1 + dice.int(6);

      const made = partition(tasks, {
        parallelism,
        useful: 1 + dice.int(parallelism),
        spaced: dice.chance(0.5),
        hostsPerWorker: 1 + dice.int(4),
      });

      const all = [...made.units.flat().map(({ task }) => task), ...made.back];
      expect(ranks(all), `seed ${seed}`).toEqual(ranks(tasks.map(({ task }) => task)));
      expect(made.units.length, `seed ${seed}`).toBeLessThanOrEqual(parallelism);
      expect(made.units.length, `seed ${seed}`).toBeGreaterThan(0);
      const hosts = made.units.flatMap((unit) => [...new Set(unit.map(({ host }) => host))]);
      expect(new Set(hosts).size, `seed ${seed}`).toBe(hosts.length);
      for (const unit of made.units) {
        const [first] = unit;
        expect(new Set(unit.map(({ task }) => task.group)).size, `seed ${seed}`).toBe(1);
        expect(unit.length, `seed ${seed}`).toBeLessThanOrEqual(first?.task.most ?? 60);
      }
    }
  });

  it('gives the same units whenever it is asked', () => {
    const tasks = placed('abacabadabacaba');

    expect(partition([...tasks])).toEqual(partition([...tasks]));
  });
});
