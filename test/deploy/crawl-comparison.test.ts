import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparedArchive, comparedTasks } from '#test/deploy/crawl-comparison.ts';
import { crawled } from '#test/e2e/crawls/embedded-crawl.ts';
import { type Site, startSite } from '#test/site/site.ts';

describe('the comparison of two crawls (N15)', () => {
  let site: Site;
  let letter = 'a';
  beforeAll(async () => {
    site = await startSite({
      handler: (exchange) => {
        const path = exchange.url.pathname;
        if (path === '/') return exchange.html('<title>start</title><a href="/one">1</a> <a href="/two">2</a>');
        if (path === '/one') return exchange.html(`<title>one</title><h1>heading</h1> text ${letter}`);
        if (path === '/two') return exchange.html('<title>two</title>');
        exchange.html('<title>none</title>', 404);
      },
    });
  });
  afterAll(() => site.close());

  const crawl = () =>
    crawled(
      { seeds: [`${site.origin(0)}/`], selection: { rules: [{ url: ['*/one'], fields: { heading: 'h1' } }] } },
      async (run) => ({
        tasks: comparedTasks(await run.views()),
        ...(await comparedArchive(run.surf.archive, run.id)),
      }),
    );

  it('says that they are alike, with different ids and times', async () => {
    const [one, other] = [await crawl(), await crawl()];

    expect(other).toEqual(one);
    expect([one.tasks.length, Object.keys(one.payloads).length]).toEqual([3, 3]);
    expect(one.records).toEqual({ [`${site.origin(0)}/one`]: { record: { heading: 'heading' }, errors: [] } });
  });

  it('finds one byte of one body that is another, where all else is the same', async () => {
    const before = await crawl();
    letter = 'b';
    const after = await crawl();
    letter = 'a';

    expect([after.tasks, after.records]).toEqual([before.tasks, before.records]);
    const urls = Object.keys(before.payloads);
    expect(Object.keys(after.payloads)).toEqual(urls);
    const differing = urls.filter((url) => String(after.payloads[url]) !== String(before.payloads[url]));
    expect(differing).toEqual([`${site.origin(0)}/one`]);
  });
});
