import { cpSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '#compose/compose-local.ts';
import { firstOf } from '#test/campaign.ts';
import { CollectionCrawl } from '#test/e2e/crawls/collection-crawl.ts';
import { crawlRecords } from '#test/e2e/crawls/crawl-record.ts';
import { differencesOf } from '#test/e2e/crawls/differences.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';

const HALF_A_WEEK = 3.5;

describe('a tick of a collection, killed with SIGKILL and resumed (N11, G1)', () => {
  const pages = new ChangingSite();
  let site: Site;
  let collection: CollectionCrawl;
  let whole: unknown;
  beforeAll(async () => {
    site = await startSite({ handler: pages.handler });
    const seeds = [`${site.origin(0)}/`];
    collection = new CollectionCrawl({ seeds, revisit: { policy: 'adaptive' }, parallelism: 2, hostsPerWorker: 1 });
    await collection.tick(0);
    pages.isLater = true;
    await collection.start(HALF_A_WEEK);
    await collection.surf.close();
    whole = await inCopy((data) => surfHere(resume(data)));
  });
  afterAll(async () => {
    await site.close();
    removeFolder(collection.surf.data);
  });

  const resume = (data: string): string[] => ['resume', 'last', '--data', data, '--json'];

  /** Works in a copy of the folder, whose tick waits. @returns what must not depend on kills */
  async function inCopy(work: (data: string) => Promise<unknown>): Promise<unknown> {
    const data = temporaryFolder();
    try {
      cpSync(collection.surf.data, data, { recursive: true });
      await work(data);
      const embedded = openEmbedded({ data });
      try {
        const [row] = (await embedded.catalog.executions(1)).rows;
        if (row === undefined) throw new Error('there is no execution');
        const { status, reason, counts, bytes } = row;
        const records = await crawlRecords(embedded, row.id);
        return { status, reason, counts, bytes, records, differences: await differencesOf(embedded, row.id) };
      } finally {
        await embedded.close();
      }
    } finally {
      removeFolder(data);
    }
  }

  const points = [
    'advance:objects@1', // the collection is written down
    'advance:commit:after@1',
    'fetch@3',
    'projection:rows@1',
    'advance:commit:before@1',
    'object-write:before@2',
    'object-write:after@2',
  ];

  it.each(firstOf(points, { gate: 3 }))('at %s is as if nothing had happened', async (at) => {
    const after = await inCopy(async (data) => {
      const child = new SurfProcess(resume(data), { SURF_TEST_STOP: at });
      expect(await child.says('checkpoint ')).toBe(true);
      await child.kill();
      await surfHere(resume(data));
    });

    expect(after).toEqual(whole);
    expect(after).toMatchObject({ status: 'succeeded', counts: { kept: expect.any(Number) }, differences: [] });
  });
});
