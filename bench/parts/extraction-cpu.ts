import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
// @ts-expect-error plain JavaScript, kept as it was
import { renderPage } from '#bench/rivals/page.mjs';
// @ts-expect-error plain JavaScript, kept as it was
import { rng } from '#bench/rivals/rng.mjs';
// @ts-expect-error plain JavaScript, kept as it was
import { sentence } from '#bench/rivals/words.mjs';
import type { ExtractionPage } from '#core/selection/extractor.ts';
import { checkSelection } from '#core/selection/faults/check-selection.ts';

/**
 * CPU of extraction: `node bench/parts/extraction-cpu.ts [pages]`. Pages of 31 KB as the
 * benchmark's site has them, five selectors, through the thread that a crawl uses; everything
 * counts, both threads and their garbage collection, but for the start of the thread.
 */
const PAGES = Number(process.argv[2] ?? 4_000);
const DISTINCT = 200;
const AHEAD = 16;
const FIELDS = {
  title: 'h1.article__title',
  cards: { selector: '.card__title span', all: true },
  first: 'time',
  image: { selector: 'img.media__img', attribute: 'src', type: 'url' },
  copyright: '.copyright',
};

function pageOf(n: number): ExtractionPage {
  const g = rng(`page ${n}`);
  const link = (i: number): object => ({ href: `/section/${n}-${i}.html`, text: sentence(g, 4) });
  const links = (count: number): object[] => Array.from({ length: count }, (_, i) => link(i));
  const url = `http://a.test/${n}.html`;
  const parts = { title: sentence(g, 6), url, nav: links(15), crumbs: links(2), links: links(30), footer: links(4) };
  const body = Buffer.from(renderPage(g, { ...parts, bytes: 31_000, siteName: 'Site' }));
  return { url, address: url, contentType: 'text/html; charset=utf-8', charset: 'utf-8', body };
}

const pages = Array.from({ length: DISTINCT }, (_, n) => pageOf(n));
const bytes = pages.reduce((sum, { body }) => sum + body.length, 0) / DISTINCT;

async function measure(dom: 'browser' | 'fast'): Promise<number> {
  const extraction = new ThreadExtraction({
    entry: new URL('../../adapters/threads/extraction-thread.ts', import.meta.url),
  });
  const extractor = extraction.extractor(checkSelection({ dom, fields: FIELDS }));
  const run = async (count: number): Promise<void> => {
    const ahead: Promise<string>[] = [];
    for (let n = 0; n < count; n += 1) {
      const page = pages[n % DISTINCT];
      if (page === undefined) continue;
      ahead.push(extractor.extract(page));
      if (ahead.length >= AHEAD) await ahead.shift();
    }
    await Promise.all(ahead);
  };
  await run(1_000);
  const before = process.cpuUsage();
  await run(PAGES);
  const { user, system } = process.cpuUsage(before);
  await extraction.close();
  return (user + system) / 1_000 / PAGES;
}

for (const dom of ['browser', 'fast'] as const) {
  const ms = await measure(dom);
  process.stdout.write(`${dom}: ${ms.toFixed(2)} CPU ms a page of ${Math.round(bytes / 1_000)} KB, ${PAGES} pages\n`);
}
