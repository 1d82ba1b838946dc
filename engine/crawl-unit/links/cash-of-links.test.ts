// Loaded here, as the clock of these tests does not wait for files.
import '#core/content/page-passages.ts';
import '#core/content/text-digest.ts';
import { describe, expect, it } from 'vitest';
import { PAGE_CASH, shareOf } from '#core/frontier/cash.ts';
import type { Web } from '#test/fakes/scripted-fetcher.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const ORIGIN = 'http://a.example';
const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">t</a>`).join('');

function benchOf(pages: Record<string, string>, workflow: Record<string, unknown> = {}): UnitBench {
  const web: Web = (url) => {
    const body = pages[URL.parse(url)?.pathname ?? ''];
    return body === undefined ? undefined : { body };
  };
  const urls = Object.keys(pages).map((path) => `${ORIGIN}${path}`);
  const rules = { order: 'importance', politeness: { delaySeconds: 0 }, ...workflow };
  return new UnitBench(web, tasksOf(urls), { workflow: rules });
}

/** What each address got, from all candidates of the unit. */
async function cashOf(bench: UnitBench): Promise<Map<string, number>> {
  const all = new Map<string, number>();
  for (const { url, cash = 0 } of await bench.candidates()) {
    const path = url.replace(ORIGIN, '');
    all.set(path, (all.get(path) ?? 0) + cash);
  }
  return all;
}

describe('the cash of a page (G10)', () => {
  it('goes in equal shares to the distinct addresses that it links, in scope or not, and to tasks of its unit', async () => {
    const bench = benchOf({
      '/p1': links('/x', '/x#part', '/x', '/p2', 'http://b.example/', '/p1'),
      '/p2': links('/x', '/y'),
      '/p3': '',
    });

    await bench.run();

    const [third, half] = [shareOf(3), shareOf(2)];
    expect(third).toBe(3_333_333);
    expect(await cashOf(bench)).toEqual(
      new Map([
        ['/x', third + half],
        ['/p2', third],
        ['http://b.example/', third],
        ['/p1', 0],
        ['/y', half],
      ]),
    );
  });

  it('goes along no link that Surf does not follow, but along another one to the same address', async () => {
    const nofollow = (href: string): string => `<a rel="nofollow" href="${href}">t</a>`;
    const bench = benchOf(
      { '/p1': nofollow('/no') + nofollow('/both') + links('/both', '/robots', '/other') },
      { focus: { words: ['robots'], threshold: 0.3 } },
    );

    await bench.run();

    expect(await cashOf(bench)).toEqual(
      new Map([
        ['/no', 0],
        ['/both', 0],
        ['/robots', PAGE_CASH],
        ['/other', 0],
      ]),
    );
  });

  it('is with each link of a page that a redirect led to', async () => {
    const [first, second] = tasksOf([`${ORIGIN}/p1`, `${ORIGIN}/p2`]);
    if (first === undefined || second === undefined) throw new Error('two tasks');
    const bench = new UnitBench(() => ({ body: links('/x', '/y') }), [first, { ...second, hop: 1 }], {
      workflow: { order: 'importance', politeness: { robots: 'ignore', delaySeconds: 0 } },
    });

    await bench.run();

    const found = (await bench.candidates()).map(({ url, rank, moved, cash }) => [url, rank, moved, cash]);
    expect(found.sort()).toEqual(
      ['/x', '/y'].flatMap((path) => [
        [`${ORIGIN}${path}`, 1, undefined, shareOf(2)],
        [`${ORIGIN}${path}`, 2, true, shareOf(2)],
      ]),
    );
  });

  it('is written by the chunk that has the page, however often the address was written before', async () => {
    const bench = new UnitBench(() => ({ body: links('/x', '/y') }), tasksOf(pagesOf('a.example', 250)), {
      workflow: { order: 'importance', politeness: { robots: 'ignore', delaySeconds: 0 } },
    });

    await bench.run();

    const chunks = await bench.chunks();
    expect(chunks.length).toBeGreaterThan(2);
    for (const { candidates, outcomes } of chunks)
      expect(candidates.reduce((sum, { cash = 0 }) => sum + cash, 0)).toBe(outcomes.length * PAGE_CASH);
    expect(await cashOf(bench)).toEqual(
      new Map([
        ['/x', 250 * shareOf(2)],
        ['/y', 250 * shareOf(2)],
      ]),
    );
  });

  it('of a page with very many links is small, and is not lost when memory for links is freed', async () => {
    const hrefs = Array.from({ length: 20_000 }, (_, n) => `/target-${n}`);
    const bench = benchOf({ '/p1': links(...hrefs), '/p2': links(...hrefs.toReversed(), '/more') });

    await bench.run();

    const cash = await cashOf(bench);
    expect(cash.get('/target-7')).toBe(shareOf(20_000) + shareOf(20_001));
    expect(cash.get('/more')).toBe(shareOf(20_001));
    expect(cash.size).toBe(20_001);
  });

  it('is none in a crawl breadth-first', async () => {
    const bench = benchOf({ '/p1': links('/x') }, { order: 'breadth-first' });

    await bench.run();

    expect((await bench.candidates()).map((line) => 'cash' in line)).toEqual([false]);
  });
});
