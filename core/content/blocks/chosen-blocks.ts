import { isDataTable } from '#core/content/blocks/data-table.ts';
import type { JudgedBlock } from '#core/content/blocks/judged-block.ts';
import { MARKS, type Place } from '#core/content/blocks/place.ts';
import type { ContentElement } from '#core/content/tree/content-tree.ts';

/** The limit settles within a few rounds; more are never needed but for pages made to do so. */
const MOST_ROUNDS = 20;
const HIDDEN = MARKS.indexOf('hidden');
/** Fewer words between chosen blocks are not worth a gap. */
const MOST_GAP = 3;

/**
 * The blocks with the best F1 that Surf can expect, when `probabilities` are right: those whose
 * probability is more than half of that F1 (Lipton, Elkan, Naryanaswamy, “Optimal thresholding of
 * classifiers to maximize F1 measure”, 2014). A table or list is kept or removed as one. Code and
 * tables of data that the rules keep are kept, and so is the first heading.
 * What the rules remove as hidden, or under a heading that leads elsewhere, is never chosen.
 */
export function chosenBlocks(blocks: readonly JudgedBlock[], probabilities: readonly number[]): boolean[] {
  const pooled = pooledByUnit(blocks, probabilities);
  const limit = limitFor(blocks, pooled);
  const tables = new Map<ContentElement, boolean>();
  const isData = ({ unit }: Place): boolean => {
    if (unit?.name !== 'table') return false;
    const known = tables.get(unit) ?? isDataTable(unit);
    tables.set(unit, known);
    return known;
  };
  const title = blocks.findIndex(({ headingLevel, verdict }) => headingLevel === 1 && verdict > 0);
  const hasTitle = blocks.some(({ headingLevel, verdict }) => headingLevel === 1 && verdict === 3);
  const isChosen = blocks.map(({ place, isKept, headingLevel, verdict }, at) => {
    if (headingLevel === 1 && (isKept || (!hasTitle && at === title))) return true;
    if (isKept && (place.element.name === 'pre' || isData(place))) return true;
    if (verdict === 2 || (verdict === 0 && (place.marks[HIDDEN] ?? -1) >= 0)) return false;
    return (pooled[at] ?? 0) > limit;
  });
  return withoutGaps(blocks, isChosen);
}

/** Chooses also the few words that the rules keep and that nobody would miss as a whole. */
function withoutGaps(blocks: readonly JudgedBlock[], isChosen: readonly boolean[]): boolean[] {
  const filled = [...isChosen];
  let [from, words] = [0, 0];
  for (let at = 0; at <= blocks.length; at += 1) {
    const block = blocks[at];
    if (block?.isKept && !isChosen[at]) {
      words += block.words;
      continue;
    }
    if (words <= MOST_GAP) filled.fill(true, from, at);
    [from, words] = [at, 0];
    if (block !== undefined) from = at + 1;
  }
  return filled;
}

/** Half of the highest F1 that can be expected (Dinkelbach's method for the best ratio). */
function limitFor(blocks: readonly JudgedBlock[], probabilities: readonly number[]): number {
  const all = blocks.reduce((sum, { words }, at) => sum + words * (probabilities[at] ?? 0), 0);
  let limit = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let [found, taken] = [0, 0];
    for (const [at, { words }] of blocks.entries()) {
      const probability = probabilities[at] ?? 0;
      if (probability <= limit) continue;
      found += words * probability;
      taken += words;
    }
    const next = taken === 0 ? 0 : found / (taken + all);
    if (next <= limit) break;
    limit = next;
  }
  return limit;
}

/** The mean of a table or list for each of its blocks, by words. */
function pooledByUnit(blocks: readonly JudgedBlock[], probabilities: readonly number[]): number[] {
  const sums = new Map<ContentElement, { words: number; likely: number }>();
  for (const [at, { place, words }] of blocks.entries()) {
    if (place.unit === null) continue;
    const sum = sums.get(place.unit) ?? { words: 0, likely: 0 };
    sum.words += words;
    sum.likely += words * (probabilities[at] ?? 0);
    sums.set(place.unit, sum);
  }
  return blocks.map(({ place }, at) => {
    const sum = place.unit === null ? undefined : sums.get(place.unit);
    return sum === undefined ? (probabilities[at] ?? 0) : sum.likely / sum.words;
  });
}
