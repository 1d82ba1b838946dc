import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderScratch } from '#adapters/scratch/folder-scratch.ts';
import { editedPages } from '#bench/content/edited-pages.ts';
import { shinglesOf } from '#core/content/near/shingles.ts';
import { NearDuplicates } from '#engine/duplicates/near-duplicates.ts';

/**
 * `npm run bench:near -- [PAGES] [SEED]`: near duplicates among generated pages against the exact
 * share of common runs of words over all pairs. Prints precision, recall and F1 of the pairs and of
 * the groups, time and memory.
 */
const THRESHOLD = 0.9;
const [pageCount = 20_000, seed = 1] = process.argv.slice(2).map(Number);

interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

function scoreOf(found: ReadonlySet<number>, truth: ReadonlySet<number>): Score {
  const right = [...found].filter((pair) => truth.has(pair)).length;
  const [precision, recall] = [right / found.size, right / truth.size];
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

const pairOf = (x: number, y: number): number => Math.min(x, y) * pageCount + Math.max(x, y);

/** All pairs with the threshold, by an index from each shingle to its pages: none is left out. */
function exactPairs(sets: readonly Uint32Array[]): Set<number> {
  const pagesOf = new Map<number, number[]>();
  const pairs = new Set<number>();
  for (const [page, set] of sets.entries()) {
    const common = new Map<number, number>();
    for (const shingle of set) {
      const others = pagesOf.get(shingle);
      if (others === undefined) pagesOf.set(shingle, [page]);
      else {
        for (const other of others) common.set(other, (common.get(other) ?? 0) + 1);
        others.push(page);
      }
    }
    for (const [other, shared] of common) {
      const all = set.length + (sets[other]?.length ?? 0) - shared;
      if (shared / all >= THRESHOLD) pairs.add(pairOf(other, page));
    }
  }
  return pairs;
}

const folder = mkdtempSync(join(tmpdir(), 'surf-near-'));
const texts = [...editedPages(pageCount, seed)];
const before = process.memoryUsage.rss();
const start = performance.now();
const near = new NearDuplicates(new FolderScratch(folder));
for (const [i, markdown] of texts.entries()) await near.add({ url: String(i), markdown });
const added = performance.now();
const groups = await near.groups(THRESHOLD);
const grouped = performance.now();
const peak = process.memoryUsage.rss();
const found = new Set<number>();
for await (const { pair } of near.pairs(THRESHOLD)) found.add(pairOf(...pair));
await near.close();
rmSync(folder, { recursive: true });

const sets = texts.map(shinglesOf);
const truth = exactPairs(sets);
const together = new Set(
  groups.flatMap((group) => group.flatMap((x, i) => group.slice(i + 1).map((y) => pairOf(x, y)))),
);
process.stdout.write(
  `${JSON.stringify({
    pages: pageCount,
    seed,
    words: sets.reduce((sum, set) => sum + set.length + 4, 0),
    truePairs: truth.size,
    pairs: scoreOf(found, truth),
    groups: scoreOf(together, truth),
    groupCount: groups.length,
    addSeconds: (added - start) / 1000,
    groupSeconds: (grouped - added) / 1000,
    grownBytes: peak - before,
  })}\n`,
);
