import { f1Of, type LabelledPage, labelledPages, textOf } from '#bench/content/labelled-pages.ts';
import { unsteadyPages } from '#bench/content/steady-text.ts';
import { mainText } from '#core/content/main-text.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/**
 * `npm run bench:content -- FOLDER`: main text of pages with a known truth, in the layout of WCXB
 * (`html/ID.html.gz`, `ground-truth/ID.json`). The score of a page is F1 over the multisets of its
 * words. Prints the mean by type of page, code blocks, tables and headings kept, and CPU a page;
 * then how many texts change elsewhere when a page is edited at one place.
 */
interface Score {
  readonly type: string;
  readonly f1: number;
  readonly ms: number;
  /** In the page, and in its Markdown. */
  readonly kept: Readonly<Record<'fences' | 'tables' | 'h1', readonly [page: number, markdown: number]>>;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function scoreOf({ html, type, text }: LabelledPage): Score {
  const before = process.cpuUsage();
  const { markdown } = mainText(html, 'http://page.example/' as CrawlUrl);
  const { user, system } = process.cpuUsage(before);
  const kept = {
    fences: [count(html, /<pre[\s>]/gi), count(markdown, /^[> ]*(?:```|~~~)/gm) / 2] as const,
    tables: [
      Math.min(1, count(html, /<table[\s>]/gi)),
      Math.min(1, count(markdown, /^ *\|(?: *:?-+:? *\|)+$/gm)),
    ] as const,
    h1: [Math.min(1, count(html, /<h1[\s>]/gi)), Math.min(1, count(markdown, /^# /gm))] as const,
  };
  return { type, f1: f1Of(textOf(markdown), text), ms: (user + system) / 1000, kept };
}

function main([folder]: readonly string[]): void {
  if (folder === undefined) throw new Error('give the folder with html/ and ground-truth/');
  const pages = labelledPages(folder);
  const scores = pages.map(scoreOf);
  const mean = (of: readonly Score[], value: (score: Score) => number): number =>
    of.reduce((sum, score) => sum + value(score), 0) / Math.max(1, of.length);
  const types = [...new Set(scores.map(({ type }) => type))].sort();
  for (const type of [...types, 'all']) {
    const of = type === 'all' ? scores : scores.filter((score) => score.type === type);
    const kept = (['fences', 'tables', 'h1'] as const).map(
      (what) =>
        `${what} ${Math.round(of.reduce((sum, score) => sum + score.kept[what][1], 0))} of ${of.reduce((sum, score) => sum + score.kept[what][0], 0)}`,
    );
    const f1 = mean(of, (score) => score.f1).toFixed(3);
    const ms = mean(of, (score) => score.ms).toFixed(1);
    process.stdout.write(
      `${type.padEnd(16)} ${String(of.length).padStart(4)} pages  F1 ${f1}  ${ms} ms  ${kept.join(', ')}\n`,
    );
  }
  for (const [edit, count] of Object.entries(unsteadyPages(pages)))
    process.stdout.write(`${edit}: the text of ${count} pages changes elsewhere, too\n`);
}

if (import.meta.main) main(process.argv.slice(2));
