import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { TEXT_THREAD } from '#compose/thread-modules.ts';
import type { Naming } from '#core/audit/group-by.ts';
import { exportJob } from '#engine/export/export-execution.ts';
import { namedReport } from '#engine/named-groups/named-report.ts';
import { EmbeddedCrawl } from '#test/e2e/crawls/embedded-crawl.ts';
import { MemoryScratch } from '#test/export/memory-scratch.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { namingSite } from '#test/site/sites/naming-site.ts';

describe('groups of pages by what they name', () => {
  let site: Site;
  let crawl: EmbeddedCrawl;
  beforeAll(async () => {
    site = await startSite({ handler: namingSite, hosts: 2 });
    crawl = await EmbeddedCrawl.create({ seeds: [`${site.origin(0)}/`], sitemaps: 'auto' });
    await crawl.run();
  });
  afterAll(async () => {
    await crawl.close();
    await site.close();
  });

  /** Paths of the second host begin with its name. */
  const pathOf = (text: string): string => text.replaceAll(site.origin(0), '').replaceAll(site.origin(1), 'other');

  async function report(by: Naming) {
    const texts = () => new TextThreads({ entry: TEXT_THREAD });
    const source = { ...crawl.surf, decodeBody, clock: { now: () => 0 } };
    const { summary, lines } = await namedReport(
      exportJob(source, { id: crawl.id, scratch: new MemoryScratch(), texts }),
      by,
    );
    const shown: string[] = [];
    for await (const { group, url, of, crawled, language = '', issues } of lines) {
      const found = issues.map(({ code, detail, from }) => `${code} ${detail}${from === null ? '' : ` < ${from}`}`);
      const words = [group, url, of ?? '-', crawled ? '' : 'not crawled', language ?? 'null', ...found];
      shown.push(pathOf(words.filter((word) => word !== '').join(' | ')));
    }
    return { summary, shown };
  }

  it('by canonical: the address leads those that name it, exact copies too, with what is wrong', async () => {
    const { summary, shown } = await report('canonical');

    expect(shown).toEqual([
      '1 | /lamp | -',
      '1 | /lamp?from=mail | /lamp',
      '1 | /lamp-two | /lamp | canonical-conflict 2 canonicals: /lamp, /chair',
      '2 | /chair | -',
      '2 | /lamp-two | /chair | canonical-conflict 2 canonicals: /lamp, /chair',
      '3 | /table-old | -',
      '3 | /table-older | /table-old | canonical-target /table-old names /table',
      '4 | /table | -',
      '4 | /table-old | /table',
      '5 | /gone | -',
      '5 | /to-gone | /gone | canonical-target /gone answers 404',
      '6 | other/there | - | not crawled',
      '6 | /to-other | other/there | canonical-unknown other/there was not crawled',
      '7 | /refused | -',
      '7 | /to-refused | /refused | canonical-unknown /refused gave no page: 403',
      '8 | /barred | - | not crawled',
      '8 | /to-barred | /barred | canonical-unknown /barred was not requested: robots',
    ]);
    expect(summary).toMatchObject({ type: 'summary', schema: 1, execution: crawl.id, by: 'canonical' });
    expect(summary).toMatchObject({ groups: 8, members: 9, withIssues: 7 });
  });

  it('by hreflang: versions that pages and sitemaps link, with those that do not link back', async () => {
    const { summary, shown } = await report('hreflang');

    expect(shown).toEqual([
      '1 | /en | - | en',
      '1 | /de | /en | de | hreflang-no-self 1 other version: /en',
      '1 | /fr | /en | fr | hreflang-no-return no return < /en',
      '1 | /es | /en | es | hreflang-no-return no return < /en',
      '1 | other/it | /en | not crawled | it',
      '2 | /map-en | - | en',
      '2 | /map-de | /map-en | de | hreflang-no-return no return: /map.xml names it < /map-en',
      '3 | /alone | - | null | hreflang-no-self 1 other version: other/alone',
      '3 | other/alone | /alone | not crawled | de',
    ]);
    expect(summary).toMatchObject({ by: 'hreflang', groups: 3, members: 6, withIssues: 3 });
  });
});
