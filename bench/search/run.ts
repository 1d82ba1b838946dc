import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SegmentWriter } from '#adapters/search/segment/segment-writer.ts';
import { pageOf, someWords, WORDS, wordOf } from '#bench/search/made-pages.ts';
import { MOST_TERMS, parseSearchQuery } from '#core/search/search-query.ts';
import { openFiles } from '#test/contract/search/opened-file.ts';

/**
 * `node bench/search/run.ts [PAGES] [SEGMENTS] [LANGUAGE]`: builds an index of made-up pages
 * (100,000 by default; 170 words of a vocabulary of 50,000, as frequent as words of a language
 * are), and asks it. Prints CPU and bytes a page, the first search of a new process, and the warm
 * 95th percentile. Text is not extracted here. With LANGUAGE all pages are of it.
 */
const PAGES = Number(process.argv[2] ?? 100_000);
const SEGMENTS = Number(process.argv[3] ?? 1);
const LANGUAGE = process.argv[4];
const QUERIES = 200;

const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

/** Most people ask for one to three words; every fourth narrows by host. */
const queryOf = (n: number): string => `${someWords(1 + (n % 3))}${n % 4 === 0 ? ` site:host${n % 40}.example` : ''}`;

function ask(paths: readonly string[], text: string): { readonly ms: number; readonly cpu: number } {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const segment = openFiles(...paths);
  segment.search({ query: parseSearchQuery(text), limit: 10, offset: 0, now: 0 });
  segment.close();
  return { ms: performance.now() - started, cpu: cpuMs(before) };
}

const folder = mkdtempSync(join(tmpdir(), 'surf-search-'));
const paths = Array.from({ length: SEGMENTS }, (_, n) => join(folder, `segment${n}.sqlite`));
const pages = Array.from({ length: 1_000 }, (_, n) => pageOf(n));
const writers = paths.map((path) => new SegmentWriter(path));
const [started, before] = [performance.now(), process.cpuUsage()];
let making = 0;
for (let n = 0; n < PAGES; n++) {
  const since = process.cpuUsage();
  const page = n < pages.length ? pages[n] : pageOf(n);
  making += cpuMs(since);
  if (page !== undefined) writers[n % SEGMENTS]?.add({ ...page, language: LANGUAGE ?? page.language });
}
for (const writer of writers) writer.finish();
const cpu = cpuMs(before) - making;
process.stdout.write(`${PAGES} pages of ${WORDS} words: ${((performance.now() - started) / 1_000).toFixed(1)} s\n`);
process.stdout.write(
  `${(cpu / PAGES).toFixed(3)} ms CPU and ${Math.round(paths.reduce((sum, path) => sum + statSync(path).size, 0) / PAGES)} bytes a page\n`,
);
const first = ask(paths, wordOf(0));
process.stdout.write(
  `first search, for the most frequent word: ${Math.round(first.ms)} ms, ${Math.round(first.cpu)} ms CPU\n`,
);
const asked = Array.from({ length: QUERIES }, (_, n) => ask(paths, queryOf(n)));
const most = ask(paths, Array.from({ length: MOST_TERMS }, (_, n) => wordOf(n)).join(' '));
process.stdout.write(
  `${MOST_TERMS} of the most frequent words: ${Math.round(most.ms)} ms, ${Math.round(most.cpu)} ms CPU\n`,
);
for (const figure of ['ms', 'cpu'] as const) {
  const sorted = asked.map((one) => one[figure]).sort((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor(share * QUERIES)] ?? 0);
  process.stdout.write(`warm, ${figure}: median ${at(0.5)}, p95 ${at(0.95)}, most ${at(0.995)}\n`);
}
rmSync(folder, { recursive: true });
