import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderScratch } from '#adapters/scratch/folder-scratch.ts';
import type { LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import { KeyRules } from '#core/url/key-rules.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { LinkImportance, type RankedUrl } from '#engine/importance/page-importance.ts';

/**
 * `npm run bench:importance -- [PAGES] [LINKS]`: CPU and memory of in-links, depth and PageRank
 * from the JSON lines of links that a crawl keeps. A tenth of the links lead to a thousand popular
 * pages, the others anywhere. Prints one JSON line.
 */
const [pageCount = 1_000_000, linkCount = 10_000_000] = process.argv.slice(2).map(Number);
const POPULAR = 1_000;
/** Pages that are made together. */
const BATCH = 1_000;

const urlOf = (page: number): string => `https://site.bench.test/section/${page % 97}/some-page-${page}.html`;

/** Numbers in no order that anybody sees, the same in each run. */
function numbers(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const random = numbers();
const perPage = Math.floor(linkCount / pageCount);

/** Lines of the links of some pages, as an archive has them. */
function linesOf(from: number, until: number): string[] {
  const lines: string[] = [];
  for (let page = from; page < until; page++) {
    for (let n = 0; n < perPage; n++) {
      const to = urlOf(random(random(10) === 0 ? Math.min(POPULAR, pageCount) : pageCount));
      lines.push(JSON.stringify({ from: urlOf(page), to, kind: 'a', reason: null }));
    }
  }
  return lines;
}

let cpu = 0;
/** Measures the CPU time of the ranking. The time to generate the graph does not count. */
async function measured(work: () => unknown): Promise<void> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  cpu += user + system;
}

const folder = mkdtempSync(join(tmpdir(), 'surf-importance-'));
const importance = new LinkImportance(new FolderScratch(folder), KeyRules.parse({}));
const seed = urlKeyOf(urlOf(0));
for (let from = 0; from < pageCount; from += BATCH) {
  const urls = Array.from({ length: Math.min(BATCH, pageCount - from) }, (_, n) => {
    const page = from + n;
    return { key: urlKeyOf(urlOf(page)), outcome: { type: 'stored' }, via: page === 0 ? null : seed } as RankedUrl;
  });
  await measured(() => urls.forEach((url) => void importance.addUrl(url)));
}
for (let from = 0; from < pageCount; from += BATCH) {
  const lines = linesOf(from, Math.min(from + BATCH, pageCount));
  await measured(async () => {
    for (const line of lines) await importance.addLink(JSON.parse(line) as LinkLine);
  });
}
const readSeconds = cpu / 1e6;
await measured(() => importance.count());
rmSync(folder, { recursive: true });
process.stdout.write(
  `${JSON.stringify({
    pages: pageCount,
    links: perPage * pageCount,
    readSeconds,
    seconds: cpu / 1e6,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1_024),
    last: importance.of(urlOf(pageCount - 1)),
  })}\n`,
);
