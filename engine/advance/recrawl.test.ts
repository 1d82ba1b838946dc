import { describe, expect, it } from 'vitest';
import type { PageValidators } from '#core/archive/chunk/base-page.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { advance } from '#engine/advance/advance.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';
import { amount } from '#test/campaign.ts';
import { crawlOneByOne } from '#test/model/crawl-one-by-one.ts';
import { faultyPorts, PlannedCrash, type PlannedFault } from '#test/model/faulty-ports.ts';
import { ModelRun, type ModelRunOptions } from '#test/model/model-run.ts';
import { Dice, laterWeb, makeModelLimits, makeModelWeb } from '#test/model/model-web.ts';

const UNLIMITED = { depth: null, pages: null, pagesPerLevel: null, pagesPerHost: null };

/** An execution that has ended, and a way to make one with it as base. */
async function madeBase(seed: number, change: Partial<ModelRunOptions> = {}) {
  const dice = new Dice(seed);
  const limits = makeModelLimits(dice);
  const crossRedirects = limits.pagesPerHost === null;
  const web = makeModelWeb(dice, { pages: 8 + dice.int(30), hosts: 2 + dice.int(3), killers: false, crossRedirects });
  const options = { limits, parallelism: 1 + dice.int(4), delaySeconds: dice.pick([0, 1, 20]), seed, deaths: 0 };
  const { packs } = change;
  const asked = packs === undefined ? {} : { packs };
  const base = new ModelRun({ ...options, ...asked, limits: dice.chance(0.5) ? UNLIMITED : limits, web });
  await base.start();
  await base.drive();
  const later = { ...laterWeb(dice, web), base: await base.bodies() };
  return { ...options, ...change, web: later, after: base };
}

async function recrawled(options: ModelRunOptions): Promise<ModelRun> {
  const run = new ModelRun(options);
  await run.start();
  await run.drive();
  return run;
}

const sorted = (map: Map<string, string>): [string, string][] => [...map].sort((a, b) => (a[0] < b[0] ? -1 : 1));

async function expectReference(run: ModelRun, options: ModelRunOptions, name: string): Promise<number> {
  const outcomes = await run.outcomes();
  expect(sorted(outcomes), name).toEqual(sorted(crawlOneByOne(options.web, options.limits, options.order)));
  const { counts } = await run.catalog.execution(run.id);
  const of = (word: string): number =>
    [...outcomes.values()].filter((outcome) => outcome.startsWith(`${word}@`)).length;
  expect([counts.stored, counts.notModified, counts.duplicate, counts.pending], name).toEqual(
    ['stored', 'notModified', 'duplicate', 'pending'].map(of),
  );
  return counts.notModified;
}

describe('an execution with a base (T7)', () => {
  it('crawls webs that changed as a crawl one by one does, for any limits and parallelism (N9, N14)', async () => {
    const webs = amount({ gate: 25, campaign: 300 });
    let notModified = 0;
    for (let seed = 1; seed <= webs; seed++) {
      const options = await madeBase(seed, { deaths: seed % 3 === 0 ? 0.3 : 0 });

      notModified += await expectReference(await recrawled(options), options, `seed ${seed}`);
    }

    expect(notModified).toBeGreaterThan(2 * webs);
  });

  it('does so depth-first, and on a base that has a base', async () => {
    const webs = amount({ gate: 12, campaign: 100 });
    let notModified = 0;
    for (let seed = 1; seed <= webs; seed++) {
      const first = await madeBase(seed, seed % 2 === 0 ? { order: 'depth-first', parallelism: 1 } : {});
      const second = await recrawled(first);
      await expectReference(second, first, `seed ${seed}`);
      const web = { ...laterWeb(new Dice(seed + 1_000), first.web), base: await second.bodies() };
      const options = { ...first, web, after: second };

      notModified += await expectReference(await recrawled(options), options, `seed ${seed} again`);
    }

    expect(notModified).toBeGreaterThan(2 * webs);
  });

  it('never makes a chain: what was not modified twice points to the record that has the body', async () => {
    const first = await madeBase(7, { limits: UNLIMITED });
    const second = await recrawled(first);
    const third = await recrawled({ ...first, web: { ...first.web, base: await second.bodies() }, after: second });

    const rows = await third.rows();
    const again = rows.filter(({ outcome }) => outcome.type === 'notModified');
    const places = new Map((await first.after.rows()).map((row) => [row.key, row.archived]));
    const before = new Map((await second.rows()).map((row) => [row.key, row]));
    expect(again.length).toBeGreaterThan(3);
    for (const { key, archived, chunk } of again) {
      const { outcome, archived: own } = before.get(key) ?? {};
      expect(archived).toEqual(outcome?.type === 'stored' ? own : places.get(key));
      expect(chunk).toContain(`executions/${third.id}/`);
    }
  });

  it('is the same after a crash before or after each durable write (N11)', async () => {
    let crashes = 0;
    for (let write = 0; ; write++) {
      let hit = false;
      for (const when of ['before', 'after'] as const) {
        const options = await madeBase(2);
        hit = await driveWithCrash(options, { write, when });
        crashes += hit ? 1 : 0;
      }
      if (!hit) break;
    }

    expect(crashes).toBeGreaterThan(60);
  });

  it('copies the base once, sorted by key, and asks about what is archived and has a validator', async () => {
    const options = await madeBase(11, { limits: UNLIMITED });
    const run = await recrawled(options);

    const row = await run.catalog.execution(run.id);
    const frontier = await readJson<Frontier>(run.archive, row.frontier ?? '', 'lists');
    const [file] = frontier.base?.files ?? [];
    const pages = parseLines<PageValidators>(await run.archive.get(file?.object ?? ''));
    const known = (await options.after.rows()).filter(({ outcome }) => /stored|duplicate/.test(outcome.type));
    expect(frontier.base).toMatchObject({ execution: options.after.id, alike: true });
    expect(frontier.base?.manifest).toBe((await run.catalog.execution(options.after.id)).manifest);
    expect(pages.map(({ key }) => key)).toEqual(known.map(({ key }) => key).sort());
    expect(frontier.savedBytes).toBe(
      (await run.rows()).reduce((sum, { bytes, status }) => sum + (status === 304 ? (bytes ?? 0) : 0), 0),
    );
    expect(frontier.savedBytes).toBeGreaterThan(0);
  });

  it('is deferred, halved and carried with the knowledge of the base', async () => {
    const carried: PlanTask[] = [];
    for (let seed = 1; seed <= 20; seed++) {
      const run = await recrawled(await madeBase(seed, { deaths: 0.5, limits: UNLIMITED, delaySeconds: 20 }));
      for await (const { key } of manifestsOf(run.archive, await run.catalog.execution(run.id))) {
        const head = await readJson<Frontier>(run.archive, key.replace('manifest.json', 'frontier.json'), 'lists');
        if (head.carry !== null) carried.push(...parseLines<PlanTask>(await run.archive.get(head.carry.object)));
      }
    }

    const known = carried.filter(({ base }) => base !== undefined);
    expect(known.filter(({ attempts }) => attempts !== undefined).length).toBeGreaterThan(0);
    expect(known.filter(({ most }) => most !== undefined).length).toBeGreaterThan(0);
  });

  it('fetches everything whole on a base of an older version, whose manifests name no validators', async () => {
    const options = await madeBase(3, { limits: UNLIMITED, packs: false });
    const { archive, objects } = options.after;
    const row = await options.after.catalog.execution(options.after.id);
    for await (const { key, manifest } of manifestsOf(archive, row)) {
      const { validators: _, ...older } = manifest;
      objects.objects.set(key, Buffer.from(JSON.stringify(older)));
    }

    const run = await recrawled(options);

    const { counts, status } = await run.catalog.execution(run.id);
    expect([counts.notModified, status]).toEqual([0, 'succeeded']);
    const [first] = await run.catalog.events(run.id, 1, 1);
    expect(first?.text).toContain(`start with 0 pages of ${options.after.id} to compare with; `);
  });

  it('fetches everything whole when the base cannot be read', async () => {
    const options = await madeBase(3, { limits: UNLIMITED, packs: false });
    const { manifest } = await options.after.catalog.execution(options.after.id);
    options.after.objects.objects.delete(manifest ?? '');

    const run = await recrawled(options);

    const { counts } = await run.catalog.execution(run.id);
    expect(counts.notModified).toBe(0);
    expect(counts.stored).toBeGreaterThan(3);
  });
});

/** @returns whether the crash happened */
async function driveWithCrash(options: ModelRunOptions, fault: PlannedFault): Promise<boolean> {
  const run = new ModelRun(options);
  await run.start();
  const seen = { writes: 0 };
  let crashed = false;
  for (let n = 1; ; ) {
    const step = await advance(faultyPorts(run.ports, fault, seen), run.id, n).catch((error: unknown) => {
      if (!(error instanceof PlannedCrash)) throw error;
      return null;
    });
    if (step === null) {
      crashed = true;
      if (fault.write % 2 === 0) n += 1;
      continue;
    }
    if (step.type === 'end') break;
    if (step.type === 'wait') run.clock.pass(step.until - run.clock.now());
    else await run.work(step);
    n += 1;
  }
  await expectReference(run, options, `write ${fault.write} ${fault.when}`);
  return crashed;
}
