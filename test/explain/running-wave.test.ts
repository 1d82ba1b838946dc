import { describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { explain } from '#engine/explain/explain.ts';
import { ReadBudget } from '#engine/page-chunks/read-budget.ts';
import { findArchived, readArchived } from '#engine/pages/archived-page.ts';
import { History } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const ORIGIN = 'https://site.example';
const PAGES = 900;
const DEADLY = 850;

/** Every page links the seed's pages; a worker dies of one. */
function page(url: string): ScriptedPage | undefined {
  if (url === `${ORIGIN}/`) return { links: Array.from({ length: PAGES }, (_, n) => `${ORIGIN}/${n}`) };
  const n = Number(/\/(\d+)$/.exec(url)?.[1] ?? Number.NaN);
  if (n === DEADLY) return { kills: true };
  if (n === 7) return { fail: 'timeout' };
  return n < PAGES ? { links: [`${ORIGIN}/new/${n}`] } : undefined;
}

async function withRunningWave(): Promise<History> {
  const crawl = new History(page);
  await crawl.start({ seeds: [`${ORIGIN}/`], scope: { mode: 'host' }, parallelism: 1 });
  const step = await crawl.go(1);
  if (step.type !== 'crawl') throw new Error(step.type);
  await crawl.work(step.plan);
  return crawl;
}

const hosts = { robots: async () => null };

describe('explain while a wave runs', () => {
  it('tells the outcome of a page as soon as its chunk is durable, and that it is not settled', async () => {
    const crawl = await withRunningWave();

    const first = await explain({ ...crawl, hosts }, crawl.id, `${ORIGIN}/0`);
    const failed = await explain({ ...crawl, hosts }, crawl.id, `${ORIGIN}/7`);
    const waiting = await explain({ ...crawl, hosts }, crawl.id, `${ORIGIN}/${DEADLY + 5}`);

    expect(first).toMatchObject({
      state: 'succeeded',
      wave: 2,
      unit: 0,
      outcome: { type: 'stored', status: 200 },
      pending: { where: 'plan', cause: expect.stringContaining('wave 2 runs') },
    });
    expect(failed).toMatchObject({ state: 'timedOut', outcome: { type: 'failed', reason: 'timeout' } });
    expect(waiting).toMatchObject({ state: 'scheduled', outcome: null, pending: { where: 'plan' } });
  });

  it('says of an address that only pages of the running wave link that such links are read when it is settled', async () => {
    const crawl = await withRunningWave();

    const before = await explain({ ...crawl, hosts }, crawl.id, `${ORIGIN}/new/3`);
    await crawl.settle();
    const after = await explain({ ...crawl, hosts }, crawl.id, `${ORIGIN}/new/3`);

    expect(before).toMatchObject({ state: 'unseen', pending: { where: 'candidates' } });
    expect(before.pending?.cause).toBe('Surf reads the links of wave 2 when the wave is settled');
    expect(after.state).not.toBe('unseen');
  });

  it('reads few objects: of 283 chunks nine are looked at', async () => {
    const crawl = await withRunningWave();
    const reads = new ReadBudget(1_000);

    const said = await explain({ ...crawl, archive: reads.archive(crawl.archive), hosts }, crawl.id, `${ORIGIN}/700`);

    expect(said.state).toBe('succeeded');
    expect(reads.used).toBeLessThan(30);
  });
});

describe('an archived page of a wave that runs', () => {
  it('can be read as soon as its chunk is durable', async () => {
    const crawl = await withRunningWave();
    const ports = { ...crawl, decodeBody };

    const found = await findArchived(
      ports,
      crawl.id,
      urlKey(`${ORIGIN}/12` as CrawlUrl, Workflow.parse({ seeds: [ORIGIN] }).key),
    );

    expect(Buffer.from((await readArchived(ports, found)).body).toString()).toBe(`<html>${ORIGIN}/12</html>`);
  });
});
