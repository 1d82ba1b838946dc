import { expect, it } from 'vitest';
import type { Plan } from '#core/archive/plan.ts';
import type { Step } from '#core/execution/execution.ts';
import { advance } from '#engine/advance/advance.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { ModelRun } from '#test/model/model-run.ts';
import { Dice, makeModelWeb } from '#test/model/model-web.ts';

/**
 * What the first wave cost, closed after `end` was done to its unit, and what the unit had
 * reserved.
 */
async function costOf(
  end: (run: ModelRun, step: Extract<Step, { type: 'crawl' }>) => Promise<void>,
): Promise<{ usd: number; reserveUsd: number }> {
  const web = makeModelWeb(new Dice(1), { pages: 10, hosts: 1, killers: false, crossRedirects: false });
  const limits = { depth: null, pages: null, pagesPerLevel: null, pagesPerHost: null };
  const run = new ModelRun({ web, limits, parallelism: 1, delaySeconds: 0, seed: 1, deaths: 0 });
  await run.start();
  const step = await advance(run.ports, run.id, 1);
  if (step.type !== 'crawl') throw new Error('nothing to crawl');
  const before = (await run.catalog.execution(run.id)).costUsd;
  const { units } = await readJson<Plan>(run.archive, step.plan, 'units');
  await run.units.begin({ execution: run.id, wave: step.wave, unit: 0 }, 't0', run.clock.now());
  await end(run, step);
  await run.units.markDied({ execution: run.id, wave: step.wave, unit: 0 });
  await advance(run.ports, run.id, 2);
  const { costUsd } = await run.catalog.execution(run.id);
  return { usd: costUsd - before, reserveUsd: units[0]?.reserveUsd ?? 0 };
}

it('a unit that began and never reported is charged its whole reserve (N2)', async () => {
  const lost = await costOf(async () => undefined);
  const reported = await costOf((run, step) => run.reportNothing(step, 0));

  expect(lost.reserveUsd).toBeGreaterThan(0);
  expect(lost.usd - reported.usd).toBeCloseTo(lost.reserveUsd, 9);
});
