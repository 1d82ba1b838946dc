import type { JudgedBlock } from '#core/content/blocks/judged-block.ts';
import type { ContentElement } from '#core/content/tree/content-tree.ts';

/** The limit settles within a few rounds; more are never needed but for pages made to do so. */
const MOST_ROUNDS = 20;

/**
 * The blocks with the best F1 that Surf can expect, when `probabilities` are right: those whose
 * probability is more than half of that F1 (Lipton, Elkan, Naryanaswamy, “Optimal thresholding of
 * classifiers to maximize F1 measure”, 2014). A table or list is kept or removed as one. Code that
 * the rules keep is kept, and so is the first heading.
 */
export function chosenBlocks(blocks: readonly JudgedBlock[], probabilities: readonly number[]): boolean[] {
  const pooled = pooledByUnit(blocks, probabilities);
  const limit = limitFor(blocks, pooled);
  const title = blocks.findIndex(({ headingLevel, verdict }) => headingLevel === 1 && verdict > 0);
  const hasTitle = blocks.some(({ headingLevel, verdict }) => headingLevel === 1 && verdict === 3);
  return blocks.map(({ place, isKept, headingLevel }, at) => {
    if (headingLevel === 1 && (isKept || (!hasTitle && at === title))) return true;
    return (isKept && place.element.name === 'pre') || (pooled[at] ?? 0) > limit;
  });
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
