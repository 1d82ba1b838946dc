import { describe, expect, it } from 'vitest';
import type { Plan } from '#core/archive/plan.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { pagesOf } from '#test/fakes/unit-bench.ts';
import { History } from '#test/verify/history.ts';

const SEEDS = ['a.example', 'b.example', 'c.example'].flatMap((host, n) => pagesOf(host, 4 + 4 * n));

async function started(politeness: object): Promise<{ plan: Plan; history: History }> {
  const history = new History(() => ({}));
  await history.start({
    seeds: SEEDS,
    parallelism: 3,
    hostsPerWorker: 1,
    unitSeconds: 60,
    politeness: { delaySeconds: 0, ...politeness },
  });
  const step = await history.advance();
  if (step.type !== 'crawl') throw new Error(step.type);
  return { plan: await readJson<Plan>(history.archive, step.plan, 'units'), history };
}

describe('a plan with politeness.requestsPerMinute (G11)', () => {
  it('gives each unit the part of the rate that its tasks are of all', async () => {
    const { plan } = await started({ requestsPerMinute: 600 });

    expect(plan.units.map(({ tasks, rateShare }) => [tasks, rateShare])).toEqual([
      [12, 0.5],
      [8, 8 / 24],
      [4, 4 / 24],
    ]);
  });

  it('has no more tasks than the rate allows in the time of a unit, and comes to every page', async () => {
    const { plan, history } = await started({ requestsPerMinute: 9 });

    expect(plan.units.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(9);
    expect(await history.go()).toMatchObject({ status: 'succeeded' });
    expect((await history.row()).counts).toMatchObject({ discovered: 24, stored: 24 });
    expect((await history.verify()).differences).toEqual([]);
  });

  it('says nothing of a rate by default', async () => {
    const { plan } = await started({});

    expect(plan.units.every((unit) => !('rateShare' in unit))).toBe(true);
  });
});
