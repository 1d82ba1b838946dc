import { describe, expect, it } from 'vitest';
import type { Plan, PlanTask } from '#core/archive/plan.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';
import { pagesOf } from '#test/fakes/unit-bench.ts';
import { History } from '#test/verify/history.ts';

const HOSTS = ['a.example.com', 'b.example.com', 'example.com', 'x.other.org', 'y.other.org'];
const SEEDS = HOSTS.flatMap((host) => pagesOf(host, 8));

interface PlannedUnit {
  /** Tasks by host. */
  readonly hosts: Record<string, number>;
  /** What the plan says. */
  readonly said: number;
}

/** @returns units of the first wave, and the history */
async function planned(delayPer: 'host' | 'domain'): Promise<{ units: PlannedUnit[]; history: History }> {
  const history = new History(() => ({}));
  await history.start({
    seeds: SEEDS,
    parallelism: 4,
    hostsPerWorker: 2,
    unitSeconds: 10,
    politeness: { delaySeconds: 1, delayPer },
  });
  const step = await history.advance();
  if (step.type !== 'crawl') throw new Error(step.type);
  const plan = await readJson<Plan>(history.archive, step.plan, 'units');
  const tasks = await history.archive.get(plan.tasks);
  const units = plan.units.map(({ offset, bytes, hosts }) => {
    const own = parseLines<PlanTask>(tasks.subarray(offset, offset + bytes), plan.tasks);
    const byHost = Map.groupBy(own, ({ url }) => new URL(url).host);
    return { hosts: Object.fromEntries([...byHost].map(([host, of]) => [host, of.length])), said: hosts };
  });
  return { units, history };
}

describe('a plan with politeness.delayPer: domain (G11)', () => {
  it('has each domain in one unit, with as many tasks as one host gets, in the order of ranks', async () => {
    const { units } = await planned('domain');

    expect(units).toEqual([
      { hosts: { 'a.example.com': 8, 'b.example.com': 2, 'x.other.org': 8, 'y.other.org': 2 }, said: 4 },
    ]);
  });

  it('by default spreads the hosts, with as many tasks as each has time for', async () => {
    const { units } = await planned('host');

    expect(units.flatMap(({ hosts }) => Object.values(hosts))).toEqual(Array(5).fill(8));
    expect(units.map(({ said }) => said)).toEqual([2, 2, 1]);
  });

  it('comes to every page, wave by wave', async () => {
    const { history } = await planned('domain');

    expect(await history.go()).toMatchObject({ status: 'succeeded' });
    expect((await history.row()).counts).toMatchObject({ discovered: 40, stored: 40 });
    expect((await history.verify()).differences).toEqual([]);
  });
});
