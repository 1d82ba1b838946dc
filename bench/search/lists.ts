import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SegmentWriter } from '#adapters/search/segment/segment-writer.ts';
import { pageOf } from '#bench/search/made-pages.ts';
import { shownPages } from '#core/search/shown-pages.ts';
import { openFiles } from '#test/contract/search/opened-file.ts';

/**
 * `node bench/search/lists.ts [PAGES] [SEGMENTS]`: what a tick costs beside its own pages. Finds
 * which pages of segments are still shown (all but every tenth), and merges the segments into one.
 * Prints CPU of both, and how far memory grew.
 */
const PAGES = Number(process.argv[2] ?? 100_000);
const SEGMENTS = Number(process.argv[3] ?? 8);

const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return Math.round((user + system) / 1_000);
};

async function* keptKeys(): AsyncGenerator<string> {
  for (let n = 0; n < PAGES; n++) if (n % 10 !== 0) yield n.toString(16).padStart(32, '0');
}

const folder = mkdtempSync(join(tmpdir(), 'surf-lists-'));
const paths = Array.from({ length: SEGMENTS }, (_, n) => join(folder, `segment${n}.sqlite`));
const writers = paths.map((path) => new SegmentWriter(path));
for (let n = 0; n < PAGES; n++) writers[n % SEGMENTS]?.add(pageOf(n));
for (const writer of writers) writer.finish();
const before = process.cpuUsage();
const index = openFiles(...paths);
const shown = await shownPages({ own: [], older: index.segments }, keptKeys());
const pages = shown.reduce((sum, { count }) => sum + count, 0);
process.stdout.write(`${pages} of ${PAGES} pages in ${SEGMENTS} segments are shown: ${cpuMs(before)} ms CPU\n`);
const [since, size] = [process.cpuUsage(), process.memoryUsage().rss];
const one = new SegmentWriter(join(folder, 'merged.sqlite'));
for (const document of index.documents(PAGES)) one.add(document);
one.finish();
const grown = Math.round((process.memoryUsage().rss - size) / 1024 / 1024);
process.stdout.write(`merged: ${(cpuMs(since) / PAGES).toFixed(3)} ms CPU a page, ${grown} MiB more of memory\n`);
index.close();
rmSync(folder, { recursive: true });
