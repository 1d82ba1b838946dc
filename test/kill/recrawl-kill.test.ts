import { cpSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '#compose/compose-local.ts';
import { firstOf } from '#test/campaign.ts';
import { crawlRecords } from '#test/e2e/crawls/crawl-record.ts';
import { differencesOf } from '#test/e2e/crawls/differences.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';

describe('a recrawl with a base, killed with SIGKILL and resumed (N11, T7)', () => {
  const pages = new ChangingSite();
  const base = temporaryFolder();
  let site: Site;
  let whole: unknown;
  beforeAll(async () => {
    site = await startSite({ handler: pages.handler });
    await surfHere(crawl(base));
    pages.isLater = true;
    whole = await inCopy((data) => surfHere([...crawl(data), '--base', 'last']));
  });
  afterAll(async () => {
    await site.close();
    removeFolder(base);
  });

  const crawl = (data: string): string[] => {
    const flags = [
      '--delay',
      '0',
      '--parallelism',
      '2',
      '--hosts-per-worker',
      '1',
      '--allow-private-network',
      '--json',
    ];
    return ['crawl', `${site.origin(0)}/`, '--data', data, ...flags];
  };

  /** Works in a copy of the base's folder. @returns what must not depend on kills */
  async function inCopy(work: (data: string) => Promise<unknown>): Promise<unknown> {
    const data = temporaryFolder();
    try {
      cpSync(base, data, { recursive: true });
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
    'advance:objects@1', // the base is copied
    'advance:commit:after@1',
    'fetch@4',
    'projection:rows@1',
    'advance:commit:before@1',
    'object-write:before@2',
    'object-write:after@3',
  ];

  it.each(firstOf(points, { gate: 3 }))('at %s is as if nothing had happened', async (at) => {
    const after = await inCopy(async (data) => {
      const child = new SurfProcess([...crawl(data), '--base', 'last'], { SURF_TEST_STOP: at });
      expect(await child.says('checkpoint ')).toBe(true);
      await child.kill();
      await surfHere(['resume', 'last', '--data', data, '--json']);
    });

    expect(after).toEqual(whole);
    expect(after).toMatchObject({ status: 'succeeded', counts: { notModified: 14 }, differences: [] });
  });
});
