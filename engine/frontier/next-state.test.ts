import { describe, expect, it } from 'vitest';
import type { PlanTask } from '#core/archive/plan.ts';
import { WORKER_MEMORY } from '#core/cost/lambda.ts';
import { LIST_PRICES } from '#core/cost/prices.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ListRef } from '#core/frontier/frontier.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { advance } from '#engine/advance/advance.ts';
import { closeWave, readWave } from '#engine/advance/closing/close-wave.ts';
import { decideWave } from '#engine/advance/planning/decide-wave.ts';
import { planWave } from '#engine/advance/planning/plan-wave.ts';
import type { CrawlState } from '#engine/frontier/crawl-state.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';
import { loadState } from '#engine/frontier/load-state.ts';
import { reduce } from '#engine/frontier/next-state.ts';
import { closeLevel } from '#engine/level/close-level.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { ModelRun } from '#test/model/model-run.ts';
import { Dice, makeModelWeb } from '#test/model/model-web.ts';

const ROW = { id: 'xtest00000' as ExecutionId, wave: 1, frontier: null } as Execution;

const emptyState = (): Promise<CrawlState> =>
  loadState(new MemoryArchive(), ROW, { random: () => 'r', seeds: ['http://a.example/'] });

const list = (name: string, hosts: number, cursor = 0): ListRef => ({
  level: 0,
  list: name,
  tasks: 9,
  hosts,
  taken: 0,
  cursor,
});

const task = (key: string): PlanTask => ({ key: key as UrlKey, url: `http://a.example/${key}`, level: 0, rank: 1 });

/**
 * The state with all values in it, so that an assignment throws. Stores with methods keep their
 * own.
 */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && !Array.isArray(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

describe('reduce', () => {
  it('changes neither the state nor the change', async () => {
    const state = frozen(await emptyState());
    const change = frozen({ head: { level: 2 }, carry: [task('a')], merged: [], used: { ...NO_USAGE, puts: 1 } });
    const next = reduce(state, change);

    expect([next.head.level, next.head.usage.puts, next.carry]).toEqual([2, 1, [task('a')]]);
    expect([state.head.level, state.head.usage.puts, state.carry]).toEqual([0, 0, []]);
  });

  it('keeps what a change does not name', async () => {
    const before = reduce(await emptyState(), { parked: [task('p')], head: { ranks: [3] }, deferring: true });

    expect(reduce(before, {})).toEqual(before);
  });

  it('adds corrections, merged levels and usage to those so far', async () => {
    const level = { level: 0, list: null, tasks: 0, skipped: null, skippedRows: 0 };
    const used = { ...NO_USAGE, gets: 2 };
    const change = { corrections: [{ key: 'a', of: 'b' }], merged: [level], used };
    const state = reduce(reduce(await emptyState(), change), change);

    expect([state.corrections.length, state.merged.length, state.head.usage.gets]).toEqual([2, 2, 4]);
  });

  it('removes an optional field that is undefined, so that no object names it', async () => {
    const faulty = reduce(await emptyState(), { head: { recordFaults: [] } });
    const { head } = reduce(faulty, { head: { recordFaults: undefined } });

    expect([Object.keys(faulty.head).includes('recordFaults'), Object.keys(head).includes('recordFaults')]).toEqual([
      true,
      false,
    ]);
  });

  it('lays cursors out in the order of the lists: old ones move with theirs, new ones are zero', async () => {
    const two = reduce(await emptyState(), { lists: [list('a', 2), list('b', 1)] });
    const moved = Uint32Array.of(4, 5, 6);
    const { head, cursors } = reduce(two, { lists: [list('new', 2), ...two.head.lists.toReversed()], cursors: moved });

    expect(head.lists.map((ref) => [ref.list, ref.cursor])).toEqual([
      ['new', 0],
      ['b', 2],
      ['a', 3],
    ]);
    expect([...cursors]).toEqual([0, 0, 6, 4, 5]);
    expect([...two.cursors]).toEqual([0, 0, 0]);
  });
});

describe('the steps of an advance', () => {
  it('close, decide and plan a wave of a state in which nothing can be assigned', async () => {
    const web = makeModelWeb(new Dice(5), { pages: 60, hosts: 3, killers: true, crossRedirects: true });
    const limits = { depth: null, pages: null, pagesPerLevel: null, pagesPerHost: null };
    const run = new ModelRun({ web, limits, parallelism: 2, delaySeconds: 0, seed: 5, deaths: 0 });
    await run.start();
    let planned = 0;
    for (let number = 1; ; number += 1) {
      const step = await advance(run.ports, run.id, number);
      if (step.type !== 'crawl') break;
      await run.work(step);
      planned += await stepsOf(run);
    }

    expect(planned).toBeGreaterThan(1);
  });
});

/**
 * Closes the wave and its level, decides and plans on frozen values, without a commit.
 * @returns waves that it planned
 */
async function stepsOf(run: ModelRun): Promise<number> {
  const row = await run.catalog.execution(run.id);
  const { definition: workflow } = await run.catalog.workflow(row.workflowId, row.workflowVersion);
  const random = (): string => 'look';
  const state = frozen(await loadState(run.archive, row, { random, seeds: workflow.seeds, barrenPages: 20 }));
  const ran = await readWave(run.archive, row, row.plan ?? '');
  const units = ran.plan.units.map(({ unit }) => unit);
  const rows = await run.units.rows(run.id, row.wave, units);
  const now = run.clock.now();
  const { change } = await closeWave(state, ran, { now, patienceMs: 0, depthFirst: false, rows });
  let closed = frozen(reduce(state, frozen(change)));
  for (;;) {
    const options = {
      now,
      workflow,
      memory: WORKER_MEMORY,
      workersAtOnce: 2,
      paidByTime: false,
      prices: LIST_PRICES,
      withdrawn: null,
      pageCalls: NO_USAGE,
      secretFault: null,
      storageLeft: null,
    };
    const decided = await decideWave(closed, options);
    if (decided.decision.type === 'close-level') {
      closed = frozen(reduce(closed, frozen(await closeLevel(closed, workflow))));
      continue;
    }
    if (!('chosen' in decided)) return 0;
    const wave = await planWave(closed, decided.chosen, decided.options);
    await closed.seal();
    const taken = new Set(parseLines<PlanTask>(await run.archive.get(wave.plan.tasks)).map(({ key }) => key));
    const left = reduce(closed, wave.change);

    expect(taken.size).toBeGreaterThan(0);
    expect([...left.carry, ...left.parked].filter(({ key }) => taken.has(key))).toEqual([]);
    return 1;
  }
}
