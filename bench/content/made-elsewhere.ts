import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { f1Of, textOf } from '#bench/content/labelled-pages.ts';
import { type PackagePage, packagePages } from '#bench/content/package-pages.ts';
import { mainText } from '#core/content/main-text.ts';
import { pageText } from '#core/content/markdown/markdown-page.ts';
import { readFacts } from '#core/facts/read-facts.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/**
 * `node bench/content/made-elsewhere.ts FOLDER [OUT]`: main text and facts of pages that an
 * unpacked package has for its tests (`packagePages` says which layouts have a truth). Pages are
 * parted in halves by a hash of their names: failures of half 0 can be looked at, half 1 stays
 * unseen. With OUT it writes the Markdown of half 0 there.
 */
const URL_OF = 'http://page.example/' as CrawlUrl;

/** Of one page: kept of those that have it. */
type Kept = Record<string, readonly [kept: number, of: number]>;

const halfOf = (name: string): number => (createHash('sha256').update(name).digest()[0] ?? 0) % 2;
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const plain = (text: string | null | undefined): string => (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

function keptOf(page: PackagePage, out: string | undefined): Kept {
  const read = pageText(page.body, 'text/html', URL_OF);
  if (read?.type !== 'html') return {};
  const { markdown, text, head } = mainText(read.html, URL_OF);
  if (out !== undefined && halfOf(page.name) === 0)
    writeFileSync(join(out, `${page.name.replaceAll('/', '__')}.md`), markdown);
  const { title, headings } = readFacts(read.html);
  const titles = plain([title, ...headings.first].join(' '));
  const h1 = Math.min(1, count(read.html, /<h1[\s>]/gi));
  const pre = count(read.html, /<pre[\s>]/gi);
  const same = (wanted: string | undefined, has: boolean): readonly [number, number] =>
    wanted === undefined ? [0, 0] : [has ? 1 : 0, 1];
  return {
    F1: page.text === undefined ? [0, 0] : [f1Of(textOf(markdown), page.text), 1],
    marked: [text === 'main' ? 1 : 0, 1],
    title: same(page.title, titles.includes(plain(page.title))),
    published: same(page.published, head?.published?.slice(0, 10) === page.published?.slice(0, 10)),
    language: same(page.language, head?.language?.slice(0, 2).toLowerCase() === page.language?.slice(0, 2)),
    h1: [Math.min(h1, count(markdown, /^# /gm)), h1],
    fences: [Math.min(pre, count(markdown, /^[> ]*(?:```|~~~)/gm) / 2), pre],
  };
}

function main([folder, out]: readonly string[]): void {
  if (folder === undefined) throw new Error('give the folder of an unpacked package');
  if (out !== undefined) mkdirSync(out, { recursive: true });
  const pages = packagePages(folder);
  for (const half of [0, 1]) {
    const kept = pages.filter(({ name }) => halfOf(name) === half).map((page) => keptOf(page, out));
    const figures = Object.keys(kept.find((of) => 'F1' in of) ?? {}).map((what) => {
      const [has, of] = kept.reduce(
        ([all, most], each) => [all + (each[what]?.[0] ?? 0), most + (each[what]?.[1] ?? 0)],
        [0, 0],
      );
      return what === 'F1'
        ? `F1 ${(has / Math.max(1, of)).toFixed(3)} of ${of}`
        : `${what} ${Math.round(has)} of ${of}`;
    });
    process.stdout.write(`half ${half}: ${kept.length} pages, ${figures.join(', ')}\n`);
  }
}

if (import.meta.main) main(process.argv.slice(2));
