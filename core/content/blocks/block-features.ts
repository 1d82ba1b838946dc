import type { JudgedBlock } from '#core/content/blocks/judged-block.ts';
import { type BlockSums, noSums, type PageNumbers, wordsOf } from '#core/content/blocks/page-numbers.ts';
import { type Group, MARKS, type Mark, type Place } from '#core/content/blocks/place.ts';

/** What the features of a block are computed from. */
export interface BlockView {
  readonly block: JudgedBlock;
  /** Number of the block in the page. */
  readonly at: number;
  /** Words of prose of the blocks before. */
  readonly proseBefore: number;
  /** The heading before: its level, and how many blocks ago; 0 and -1: there is none. */
  readonly heading: { readonly level: number; readonly ago: number };
  readonly page: PageNumbers;
  readonly path: BlockSums;
}
type Feature = (view: BlockView) => number;

const TITLE_WORDS = 20;
const FAR = 200;

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const mark =
  (name: Mark): Feature =>
  ({ block }) =>
    block.place.marks[MARKS.indexOf(name)] ?? -1;
/** Of the element so many levels above the block's, or of the last there is. */
const above =
  (levels: number, value: (place: Place, page: PageNumbers) => number): Feature =>
  ({ block, page }) => {
    let place = block.place;
    for (let level = 0; level < levels && place.parent !== null; level += 1) place = place.parent;
    return value(place, page);
  };
/** Of the element that is so deep in the body, around the block. */
const below =
  (depth: number, value: (place: Place, page: PageNumbers) => number): Feature =>
  ({ block, page }) =>
    value(block.place.tops[depth] ?? block.place, page);
const part =
  (value: (place: Place, page: PageNumbers) => number): Feature =>
  ({ block, page }) =>
    value(block.place.part ?? block.place, page);
const big =
  (value: (group: Group, page: PageNumbers) => number): Feature =>
  ({ block, page }) =>
    block.place.big === null ? -1 : value(block.place.big, page);
/** Share of the blocks that the rules keep, of those so near. */
const keptAround =
  (reach: number): Feature =>
  ({ at, page }) => {
    const [from, to] = [Math.max(0, at - reach), Math.min(page.all.size, at + reach + 1)];
    return ((page.keptBefore[to] ?? 0) - (page.keptBefore[from] ?? 0)) / (to - from);
  };
const isKeptAt = ({ keptBefore, all }: PageNumbers, at: number): number =>
  at < 0 || at >= all.size ? -1 : (keptBefore[at + 1] ?? 0) - (keptBefore[at] ?? 0);

const proseShare = (place: Place, page: PageNumbers): number => place.prose / page.prose;

/**
 * Features of a block in the order of the model. None looks at a word of a language; class and id
 * count through the rules alone.
 */
export const FEATURES: Readonly<Record<string, Feature>> = {
  verdict: ({ block }) => block.verdict,
  pathKept: ({ path }) => path.kept / path.size,
  near4Kept: keptAround(4),
  near10Kept: keptAround(10),
  beforeKept: ({ page, at }) => isKeptAt(page, at - 1),
  afterKept: ({ page, at }) => isKeptAt(page, at + 1),
  ...Object.fromEntries(MARKS.map((name) => [`in-${name}`, mark(name)])),
  words: ({ block }) => block.words,
  linked: ({ block }) => block.linkWords / block.words,
  repeats: ({ block, page }) => page.texts.get(block.key) ?? 0,
  inTitle: ({ block, page }) => {
    const words = wordsOf(block.text.trim().slice(0, 300)).slice(0, TITLE_WORDS);
    return ratio(words.filter((word) => page.title.has(word)).length, words.length);
  },
  afterFirstHeading: ({ at, page }) =>
    page.firstHeading < 0 ? -999 : Math.max(-FAR, Math.min(FAR, at - page.firstHeading)),
  proseBefore: ({ proseBefore, page }) => proseBefore / page.prose,
  headingLevel: ({ heading }) => heading.level,
  headingAgo: ({ heading }) => Math.min(FAR, heading.ago),
  groupProse: big(({ prose, words }) => ratio(prose, words)),
  groupLinked: big(({ linkWords, words }) => ratio(linkWords, words)),
  groupWords: big(({ words }, page) => ratio(words, page.all.words)),
  groupShare: big(({ prose }, page) => prose / page.prose),
  groupItemWords: big(({ size, words }) => ratio(words, size)),
  partGroup: part(({ group }) => group.size),
  partWords: part(({ words }) => words),
  partShare: part(proseShare),
  partLinked: part(({ linkWords, words }) => ratio(linkWords, words)),
  partDepth: ({ block }) => block.place.depth - (block.place.part ?? block.place).depth,
  pathShare: ({ path, page }) => ratio(path.words, page.all.words),
  pathBlocks: ({ path, page }) => path.size / page.all.size,
  pathSize: ({ path }) => path.size,
  pathSentences: ({ path }) => path.sentences / path.size,
  pathProse: ({ path }) => ratio(path.proseWords, path.words),
  pathLinked: ({ path }) => ratio(path.linkWords, path.words),
  /** Variance of words over the square of their mean: like blocks have like lengths. */
  pathSpread: ({ path }) => ratio(path.squares * path.size, path.words * path.words) - 1,
  above1Share: above(1, proseShare),
  above2Share: above(2, proseShare),
  above5Share: above(5, proseShare),
  above5Words: above(5, ({ words }) => words),
  above5Prose: above(5, ({ prose, words }) => ratio(prose, words)),
  above5BlockWords: above(5, ({ words, blocks }) => ratio(words, blocks)),
  depth1Words: below(1, ({ words }, page) => ratio(words, page.all.words)),
  depth2Linked: below(2, ({ linkWords, words }) => ratio(linkWords, words)),
  depth3Share: below(3, proseShare),
  pageThread: ({ page }) => (page.isThread ? 1 : 0),
  pageKeptProse: ({ page }) => ratio(page.kept.proseBlocks, page.kept.size),
  pageKeptLinked: ({ page }) => ratio(page.kept.linkWords, page.kept.words),
  pageWords: ({ page }) => page.all.words,
  pageBlocks: ({ page }) => page.all.size,
  pageLinked: ({ page }) => ratio(page.all.linkWords, page.all.words),
  pageRepeated: ({ page }) => ratio(page.repeated, page.all.size),
};

/** @returns for each block a value for each name */
export function blockFeatures(
  blocks: readonly JudgedBlock[],
  page: PageNumbers,
  names: readonly string[] = Object.keys(FEATURES),
): Float64Array[] {
  const features = names.map((name) => FEATURES[name] ?? (() => 0));
  const none = noSums();
  let proseBefore = 0;
  let [level, headingAt] = [0, -1];
  return blocks.map((block, at) => {
    if (block.headingLevel > 0) [level, headingAt] = [block.headingLevel, at];
    const heading = { level, ago: headingAt < 0 ? -1 : at - headingAt };
    const view = { block, at, proseBefore, heading, page, path: page.paths.get(block.place.path) ?? none };
    if (block.isProse) proseBefore += block.words - block.linkWords;
    const row = new Float64Array(features.length);
    for (let n = 0; n < features.length; n += 1) row[n] = features[n]?.(view) ?? 0;
    return row;
  });
}
