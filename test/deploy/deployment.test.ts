import { setTimeout } from 'node:timers/promises';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListBucketsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import type { Execution as ExecutionView } from '#api/client/schema.ts';
import { hasEnded, plannedUnits } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import { verify } from '#engine/verify/verify.ts';
import { firstOf } from '#test/campaign.ts';
import { comparedArchive, comparedTasks } from '#test/deploy/crawl-comparison.ts';
import { EmulatedDeployment } from '#test/deploy/deployed/emulated-deployment.ts';
import { crawled, type Definition } from '#test/e2e/crawls/embedded-crawl.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { shopSite } from '#test/site/sites/shop-site.ts';
import { SITEMAP_HOSTS, sitemapSite } from '#test/site/sites/sitemap-site.ts';
import { makeWeb } from '#test/site/web/make-web.ts';

/** For a machine that does much else: alone each test takes seconds. */
const PATIENCE_MS = 15 * 60_000;
const LOOK_MS = 500;
const MOST_LOOKS = PATIENCE_MS / LOOK_MS;
const ENDED = ['succeeded', 'limited', 'stopped', 'failed', 'paused'];

let surf: EmulatedDeployment;
let site: Site;
let shop: Site;
let mapped: Site;
beforeAll(async () => {
  const web = makeWeb({
    hosts: 4,
    pages: 40,
    redirects: [301, 302, 308],
    errors: [404, 410, 500],
    duplicates: 3,
    seed: 7,
  });
  site = await startSite({ hosts: 4, handler: web.handler });
  shop = await startSite({ handler: shopSite });
  mapped = await startSite({ hosts: SITEMAP_HOSTS, handler: sitemapSite });
  surf = await EmulatedDeployment.create({ byCommand: true });
}, PATIENCE_MS);
afterAll(async () => {
  await surf?.close();
  await Promise.all([site, shop, mapped].map((server) => server?.close()));
}, PATIENCE_MS);

/** As embedded: fast, unlimited but for what is given. */
const definitionOf = (change: Record<string, unknown> = {}): Definition => ({
  seeds: [`${site.origins[0]}/`],
  scope: { mode: 'any' },
  ...change,
});

const QUICK = { politeness: { delaySeconds: 0.02 }, retry: { attempts: 1 } };

async function start(change: Record<string, unknown> = {}): Promise<ExecutionId> {
  const { limits, ...rest } = definitionOf(change);
  const body = { ...QUICK, ...rest, limits: { depth: null, pages: null, ...(limits as object | undefined) } };
  const saved = await surf.ask('POST', 'v1/workflows', { body });
  expect([saved.status, saved.value]).toMatchObject([201, {}]);
  const { id } = saved.value as { id: string };
  const started = await surf.ask('POST', `v1/workflows/${id}/executions`, { body: {} });
  expect([started.status, started.value]).toMatchObject([201, {}]);
  return (started.value as ExecutionView).execution as ExecutionId;
}

const act = (id: ExecutionId, action: string) => surf.ask('POST', `v1/executions/${id}/actions`, { body: { action } });

/**
 * A crawl that was stopped, and continues. The first run carries small waves itself: of the later
 * ones the machine does (ADR 54).
 */
async function continued(): Promise<ExecutionId> {
  const id = await start({ politeness: { delaySeconds: 0.3 } });
  while ((await view(id)).counts.stored === 0) await setTimeout(200);
  const stop = await act(id, 'stop');
  const stopped = await ended(id);
  const resumed = await act(id, 'continue');
  for (let look = 0; look < MOST_LOOKS && (await row(id)).status === 'stopped'; look++) await setTimeout(200);
  expect([stop.status, stopped.status, resumed.status]).toEqual([200, 'stopped', 200]);
  return id;
}

async function view(id: ExecutionId): Promise<ExecutionView> {
  const { status, value } = await surf.ask('GET', `v1/executions/${id}`);
  expect([status, value]).toEqual([200, expect.objectContaining({ execution: id })]);
  return value as ExecutionView;
}

/** For waits: through the API each look takes a call of a function, too. */
const row = (id: ExecutionId) => surf.ports().catalog.execution(id);

async function ended(id: ExecutionId): Promise<ExecutionView> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    if (ENDED.includes((await row(id)).status)) return await view(id);
    await setTimeout(LOOK_MS);
  }
  throw new Error('it does not end');
}

/** Until its last run has published what belongs to it. */
async function finished(id: ExecutionId): Promise<void> {
  const { catalog } = surf.ports();
  for (let look = 0; look < MOST_LOOKS; look++) {
    const events = await catalog.events(id, 1_000);
    if (events.at(-1)?.type === 'finished') return;
    await setTimeout(LOOK_MS);
  }
  throw new Error('it is not finished');
}

async function tasksOf(id: ExecutionId): Promise<TaskView[]> {
  const tasks: TaskView[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const cursor = next === '' ? '' : `&next=${next}`;
    const { value } = await surf.ask('GET', `v1/executions/${id}/tasks?limit=25${cursor}`);
    const page = value as { items: TaskView[]; next: string | null };
    tasks.push(...page.items);
    next = page.next;
  }
  return tasks;
}

/** The same crawl in this process. */
const embedded = (change: Record<string, unknown> = {}) =>
  crawled(definitionOf({ ...QUICK, ...change }), async (crawl, row) => ({
    status: row.status,
    reason: row.reason,
    counts: row.counts,
    tasks: comparedTasks(await crawl.views()),
    ...(await comparedArchive(crawl.surf.archive, crawl.id)),
  }));

/** The deployed crawl in the same words. */
async function deployed(id: ExecutionId) {
  const { status, reason, counts } = await view(id);
  await finished(id);
  const ports = surf.ports();
  const report = await verify({ ...ports, decodeBody }, id);
  expect([report.differences, report.holds]).toEqual([[], true]);
  return {
    status,
    reason,
    counts,
    tasks: comparedTasks(await tasksOf(id)),
    ...(await comparedArchive(ports.archive, id)),
  };
}

const SELECTION = {
  rules: [
    {
      url: ['*/thing/*'],
      fields: {
        name: 'h1',
        price: { selector: '.price:first', type: 'number' },
        reviews: { selector: 'li.review', all: true, fields: { by: '.by', text: 'p' } },
      },
    },
    { contentType: ['application/json'], fields: { total: { pointer: '/total', type: 'integer' } } },
  ],
};

/** By name; what the sites are is known when they listen. */
const WORKFLOWS: [string, () => Record<string, unknown>][] = [
  ['redirects, errors and duplicates', () => ({})],
  ['extraction', () => ({ seeds: [`${shop.origin(0)}/`], selection: SELECTION })],
  [
    'sitemaps',
    () => ({
      seeds: [`${mapped.origin(0)}/`],
      sitemaps: 'auto',
      scope: { mode: 'any', exclude: [`${mapped.origin(4)}/*`] },
    }),
  ],
  ['limits that bind', () => ({ limits: { pages: 11, pagesPerHost: 6 } })],
  ['a depth that binds', () => ({ limits: { depth: 2 } })],
];

describe('the deployed stack', () => {
  it(
    'is not changed by a second deployment',
    async () => {
      await surf.synthesize();

      expect(await surf.deploy()).toContain('(no changes)');
    },
    PATIENCE_MS,
  );

  it.each(firstOf(WORKFLOWS, { gate: 2 }))(
    'crawls as the embedded one: %s',
    async (_, changeOf) => {
      const change = changeOf();
      const id = await start(change);
      await ended(id);

      const here = await embedded(change);
      expect(await deployed(id)).toEqual(here);
      expect(Object.keys(here.payloads).length).toBeGreaterThan(10);
      expect(Object.keys(here.records).length > 10).toBe('selection' in change);
    },
    PATIENCE_MS,
  );

  it(
    'continues after a stop where it was',
    async () => {
      const id = await continued();
      await ended(id);

      expect(await deployed(id)).toEqual(await embedded());
    },
    PATIENCE_MS,
  );

  it(
    'loses nothing when its run is stopped in the middle of a map: the next run continues',
    async () => {
      const id = await start({ politeness: { delaySeconds: 0.2 } });
      while ((await row(id)).wave < 2) await setTimeout(100);
      await surf.stopRuns();

      const resumed = await act(id, 'resume');
      await ended(id);

      expect(resumed.status).toBe(200);
      expect(await deployed(id)).toEqual(await embedded());
    },
    PATIENCE_MS,
  );

  it(
    'loses nothing when workers are killed in the middle of their units',
    async () => {
      const id = await start({ politeness: { delaySeconds: 0.2 } });
      const { catalog, units } = surf.ports();
      let killed = 0;
      while (killed < 2) {
        const seen = await catalog.execution(id);
        if (hasEnded(seen.status)) throw new Error('it was too quick to be killed');
        const begun = seen.wave < 2 ? [] : await units.rows(id, seen.wave, plannedUnits(seen));
        if (begun.some(({ ended: done }) => !done)) killed += surf.killWorkers();
        await setTimeout(300);
      }
      await ended(id);

      const events = await surf.ports().catalog.events(id, 1_000);
      expect(events.filter(({ type }) => type === 'died').length).toBeGreaterThan(0);
      expect(await deployed(id)).toEqual(await embedded());
    },
    PATIENCE_MS,
  );

  it(
    'is continued by the watchdog when its run is gone and its deadline has passed',
    async () => {
      const id = await continued();
      const { wave } = await row(id);
      while ((await row(id)).wave === wave) await setTimeout(100);
      await surf.stopRuns();
      await surf.watch(); // it has time yet
      await setTimeout(3_000);
      const before = (await surf.ports().catalog.execution(id)).lastRun;
      await surf.passDeadline(id);

      await surf.watch();
      await ended(id);

      const texts = (await surf.ports().catalog.events(id, 1_000)).map(({ text }) => text);
      expect(texts).toContain(`watchdog: run ${before + 2} started, running past its deadline`);
      expect(await deployed(id)).toEqual(await embedded());
    },
    PATIENCE_MS,
  );

  it(
    'does nothing twice when each run is called for twice at once',
    async () => {
      const id = await continued();
      let doubled = 0;
      for (let seen = await view(id); doubled < 3 && !ENDED.includes(seen.status); seen = await view(id)) {
        const { lastRun } = await row(id);
        await setTimeout(500); // the machine gives up a crawl that is several runs ahead of it
        // The machine calls for the same run as soon as the wave is over.
        if (seen.wave > 0 && (await surf.advance(id, lastRun + 1)) === 'done') doubled += 1;
      }
      await ended(id);

      expect(doubled).toBeGreaterThan(1);
      expect(await deployed(id)).toEqual(await embedded());
    },
    PATIENCE_MS,
  );

  it.each(firstOf(['three runs ahead'], { gate: 0 }))(
    'loses nothing when advance is called %s of the machine, which gives up: a resume continues',
    async () => {
      const id = await continued();
      const { lastRun } = await row(id);
      for (const ahead of [1, 2, 3]) expect(await surf.advance(id, lastRun + ahead)).toBe('done');
      while ((await surf.openRuns(id)) > 0) await setTimeout(LOOK_MS);
      const left = await row(id);
      const resumed = await act(id, 'continue');
      await ended(id);

      expect([left.status, left.run, resumed.status]).toEqual(['running', lastRun + 3, 200]);
      expect(await deployed(id)).toEqual(await embedded());
    },
    PATIENCE_MS,
  );

  it.each(firstOf(['distributed'], { gate: 0 }))(
    'crawls the same by a map that is %s',
    async (map) => {
      await surf.synthesize(map);
      await surf.deploy();
      const id = await start();
      await ended(id);

      expect(await deployed(id)).toEqual(await embedded());
      const { objects } = await ticketsOf(id);
      expect(objects).toBeGreaterThan(2);
    },
    PATIENCE_MS,
  );
});

describe('npm run destroy', () => {
  it(
    'leaves the data, which npm run deploy takes in: the crawls are there, and the next one runs',
    async () => {
      const id = await start({ limits: { pages: 5 } });
      const before = await ended(id);
      await finished(id);
      const known = await executions();
      await surf.destroy('--yes');

      await surf.deployAgain();

      expect(await executions()).toEqual(known);
      expect(await view(id)).toEqual(before);
      expect((await verify({ ...surf.ports(), decodeBody }, id)).holds).toBe(true);
      await expect(surf.firstKey()).rejects.toThrow(/has had a first key since .*\n.*--replace/s);
      expect((await ended(await start({ limits: { pages: 5 } }))).status).toBe('limited');
    },
    PATIENCE_MS,
  );

  it(
    'says what would stay, deletes the stack, and what stayed when it is asked to',
    async () => {
      const told = await surf.destroy();
      const before = await tablesAndBuckets();
      await surf.destroy('--yes');
      const after = await tablesAndBuckets();
      const last = await surf.destroy('--yes', '--data');

      expect(told).toMatch(/table {2}surf-test-workflows .* USD a month/);
      expect(told).toMatch(/bucket surf-test-archive-000000000000-us-east-1 +0\.00\d GB/);
      expect(told).toContain('Nothing was deleted.');
      expect(before).toHaveLength(5);
      expect(after).toEqual(before);
      expect(last.match(/^deleted (?:table|bucket) /gm)).toHaveLength(5);
      expect(await tablesAndBuckets()).toEqual([]);
    },
    PATIENCE_MS,
  );
});

/** Ids of all executions, as the API lists them. */
async function executions(): Promise<string[]> {
  const { value } = await surf.ask('GET', 'v1/executions?limit=100');
  return (value as { items: ExecutionView[] }).items.map(({ execution }) => execution);
}

/** Everything of the stage that is there. */
async function tablesAndBuckets(): Promise<string[]> {
  const { dynamo, s3 } = surf.clients;
  const { TableNames = [] } = await dynamo.send(new ListTablesCommand({}));
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  return [...TableNames, ...Buckets.map(({ Name = '' }) => Name)]
    .filter((name) => name.startsWith('surf-test-'))
    .sort();
}

/** How many waves had their tickets in a file. */
async function ticketsOf(id: ExecutionId): Promise<{ objects: number }> {
  let objects = 0;
  for await (const { key } of surf.ports().archive.list(`executions/${id}/waves/`))
    if (key.endsWith('/tickets.jsonl')) objects += 1;
  return { objects };
}
