import { describe, expect, it } from 'vitest';
import type { PlanTask } from '#core/archive/plan.ts';
import { PageBudget } from '#core/frontier/budget/page-budget.ts';
import { type HostView, type ListView, type SelectInput, selectTasks } from '#core/frontier/wave/select-tasks.ts';
import { Limits } from '#core/workflow/limits.ts';
import { planTask } from '#test/fakes/plan-task.ts';

const NOW = 1_000_000;

const budgetFor = (limits: Partial<Limits>): PageBudget =>
  new PageBudget(Limits.parse({ depth: null, pages: null, ...limits }), {
    total: 0,
    byLevel: new Map(),
    byHost: new Map(),
  });

/** A list of which nothing is taken: one letter a task, its host, in rank order. */
function list(order: string, change: { level?: number; taken?: number[] } = {}): ListView {
  const hosts = [...new Set(order)];
  return {
    level: change.level ?? 1,
    index: { order: Uint32Array.from(order, (host) => hosts.indexOf(host)), length: new Uint32Array(order.length) },
    hosts,
    taken: Uint32Array.from(hosts, (_, i) => change.taken?.[i] ?? 0),
  };
}

interface Case extends Partial<Omit<SelectInput, 'budget' | 'host'>> {
  readonly limits?: Partial<Limits>;
  readonly hosts?: Record<string, Partial<HostView>>;
}

const select = ({ limits = {}, hosts = {}, ...change }: Case) =>
  selectTasks({
    now: NOW,
    budget: budgetFor(limits),
    carry: [],
    parked: [],
    lists: [],
    hostOf: (task) => new URL(task.url).hostname,
    host: (name) => ({ delayMs: 0, notBefore: 0, ...hosts[name] }),
    unitMs: 40_000,
    most: 20_000,
    ...change,
  });

const on = (host: string, rank: number, change: Partial<PlanTask> = {}): PlanTask =>
  planTask(rank, { url: `http://${host}/${rank}`, level: 1, ...change });

const ranks = (tasks: readonly PlanTask[]): number[] => tasks.map((task) => task.rank);

const counts = (chosen: readonly Uint32Array[]): number[][] => chosen.map((list) => [...list]);

describe('selectTasks', () => {
  it('takes everything where nothing limits it', () => {
    const chosen = select({ carry: [on('a', 1)], parked: [on('b', 2)], lists: [list('aab'), list('c')] });

    expect([ranks(chosen.take), counts(chosen.fromLists), chosen.listTasks]).toEqual([[1, 2], [[2, 1], [1]], 4]);
    expect([chosen.carry, chosen.parked, [...chosen.heldBy]]).toEqual([[], [], []]);
    expect([chosen.waitUntil, chosen.parkedUntil]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });

  it('gives sitemaps no slots: they wait only while no page at all may be fetched', () => {
    const sitemap = { depth: 0, host: 'a' };
    const input = {
      carry: [on('a', 1, { sitemap }), on('a', 2)],
      lists: [{ ...list('ab'), sitemaps: true }, list('aa')],
    };
    const one = select({ ...input, limits: { pages: 2, pagesPerLevel: 2, pagesPerHost: 2 } });
    const none = select({ ...input, limits: { pages: 0 } });

    expect([ranks(one.take), counts(one.fromLists)]).toEqual([
      [1, 2],
      [[1, 1], [1]],
    ]);
    expect([ranks(none.take), none.listTasks, [...none.heldBy]]).toEqual([[], 0, ['pages']]);
  });

  it('gives slots to what is left over before what is parked before lists, and the limit holds the rest', () => {
    const input = { carry: [on('a', 5)], parked: [on('a', 4)], lists: [list('aaa')] };

    const slots = [1, 2, 3].map((pages) => select({ ...input, limits: { pages } }));

    expect(slots.map((chosen) => [ranks(chosen.take), chosen.listTasks])).toEqual([
      [[5], 0],
      [[5, 4], 0],
      [[5, 4], 1],
    ]);
    expect(slots.map((chosen) => [...chosen.heldBy])).toEqual([['pages'], ['pages'], ['pages']]);
    expect(ranks(slots[0]?.parked ?? [])).toEqual([4]);
  });

  it('gives slots by level and rank; redirect targets just found come last', () => {
    const carry = [on('a', 1, { fresh: true }), on('a', 9), on('a', 3), on('a', 7, { level: 0 })];

    const chosen = select({ carry, limits: { pages: 3 } });

    expect(ranks(chosen.take)).toEqual([7, 3, 9]);
    expect(ranks(chosen.carry)).toEqual([1]);
  });

  it('keeps a slot for a task that has to wait or does not fit: nobody behind it gets it', () => {
    const later = on('a', 1, { notBefore: NOW + 5_000, cause: 'back-off' });

    const waiting = select({ carry: [later], lists: [list('ab')], limits: { pages: 2 } });
    const full = select({ lists: [list('aab')], limits: { pages: 2 }, hosts: { a: { delayMs: 40_000 } } });

    expect([counts(waiting.fromLists), ranks(waiting.carry)]).toEqual([[[1, 0]], [1]]);
    expect([waiting.waitUntil, waiting.waitCause]).toEqual([NOW + 5_000, 'a: back-off']);
    expect(counts(full.fromLists)).toEqual([[1, 0]]);
    expect([full.waitUntil, full.waitCause]).toEqual([NOW, 'a: next wave']);
  });

  it('waits for the soonest of those that wait, and says which', () => {
    const carry = [7, 3, 5].map((s) => on(`h${s}`, s, { notBefore: NOW + s, cause: `for ${s}` }));

    const chosen = select({ carry });

    expect([chosen.waitUntil, chosen.waitCause]).toEqual([NOW + 3, 'h3: for 3']);
  });

  it('takes of a host what fits the time of a unit, at least one', () => {
    const lists = [list('aaaaaabbbbbb')];

    const chosen = select({ lists, unitMs: 40_000, hosts: { a: { delayMs: 9_000 }, b: { delayMs: 60_000 } } });

    expect(counts(chosen.fromLists)).toEqual([[4, 1]]);
  });

  it('counts what is left over and parked against what fits of a host', () => {
    const input = { carry: [on('a', 1)], parked: [on('a', 2)], lists: [list('aaaa')] };

    const chosen = select({ ...input, hosts: { a: { delayMs: 10_000 } } });

    expect([ranks(chosen.take), counts(chosen.fromLists)]).toEqual([[1, 2], [[2]]]);
  });

  it('takes one task of a slow host a time, when it may be asked; it keeps no level open', () => {
    const lists = [list('ssaa')];
    const slow = (notBefore: number) => select({ lists, hosts: { s: { delayMs: 90_000, notBefore } } });

    const due = slow(NOW);
    const early = slow(NOW + 30_000);

    expect([counts(due.fromLists), counts(early.fromLists)]).toEqual([[[1, 2]], [[0, 2]]]);
    expect([early.waitUntil, early.parkedUntil]).toEqual([Number.POSITIVE_INFINITY, NOW + 30_000]);
    expect(early.parkedCause).toBe('s: crawl-delay 90 s');
  });

  it('takes no more than the wave holds, and looks at no more of the lists', () => {
    const asked: string[] = [];
    const host = (name: string): HostView => {
      asked.push(name);
      return { delayMs: 0, notBefore: 0 };
    };

    const chosen = selectTasks({
      now: NOW,
      unitMs: 40_000,
      most: 3,
      budget: budgetFor({}),
      hostOf: (task) => new URL(task.url).hostname,
      host,
      carry: [on('a', 1), on('a', 2)],
      parked: [],
      lists: [list('abc'.repeat(1_000)), list('d')],
    });

    expect([ranks(chosen.take), counts(chosen.fromLists), chosen.listTasks]).toEqual([[1, 2], [[1, 0, 0], [0]], 1]);
    expect(asked).toEqual(['a', 'a', 'a']);
  });

  it('continues behind the cursors: of each host the next in its own order', () => {
    const chosen = select({ lists: [list('abaabb', { taken: [2, 1] })], limits: { pages: 2 } });

    expect(counts(chosen.fromLists)).toEqual([[1, 1]]); // ranks 4 (a) and 5 (b); rank 6 (b) has no slot
  });

  it('a full host holds up nobody else; a full level ends its list', () => {
    const byHost = select({ lists: [list('aaab')], limits: { pagesPerHost: 2 } });
    const byLevel = select({
      lists: [list('ab', { level: 1 }), list('ab', { level: 2 })],
      limits: { pagesPerLevel: 1 },
    });
    const tooDeep = select({ lists: [list('ab', { level: 3 })], limits: { depth: 2 } });

    expect([counts(byHost.fromLists), [...byHost.heldBy]]).toEqual([[[2, 1]], ['pagesPerHost']]);
    expect([counts(byLevel.fromLists), [...byLevel.heldBy]]).toEqual([
      [
        [1, 0],
        [1, 0],
      ],
      ['pagesPerLevel'],
    ]);
    expect([counts(tooDeep.fromLists), [...tooDeep.heldBy]]).toEqual([[[0, 0]], ['depth']]);
  });

  it('names no limit for a list that is used up', () => {
    const chosen = select({ lists: [list('ab', { taken: [1, 1] })], limits: { pages: 0 } });

    expect([...chosen.heldBy]).toEqual([]);
  });

  it('waits for parked tasks that could have a slot, and names the limit of those that could not', () => {
    const parked = [
      on('a', 1, { notBefore: NOW + 900_000, cause: 'retry-after' }),
      on('b', 2, { level: 5, notBefore: NOW + 1 }),
    ];

    const chosen = select({ parked, limits: { depth: 4 } });

    expect([chosen.parkedUntil, chosen.parkedCause]).toEqual([NOW + 900_000, 'a: retry-after']);
    expect([[...chosen.heldBy], ranks(chosen.parked)]).toEqual([['depth'], [1, 2]]);
    expect(chosen.waitUntil).toBe(Number.POSITIVE_INFINITY);
  });
});
