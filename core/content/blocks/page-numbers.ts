import type { JudgedBlock } from '#core/content/blocks/judged-block.ts';

/** Numbers of some blocks together. */
export interface BlockSums {
  size: number;
  words: number;
  linkWords: number;
  /** Words of those that are prose, and how many these are. */
  proseWords: number;
  proseBlocks: number;
  /** How many of them the rules keep. */
  kept: number;
  /** How many end as a sentence does. */
  sentences: number;
  /** Sum of the squares of their words. */
  squares: number;
}

/** What the features of all blocks of a page share. */
export interface PageNumbers {
  readonly all: BlockSums;
  /** Of the blocks that the rules keep. */
  readonly kept: BlockSums;
  /** By the number of the path. */
  readonly paths: ReadonlyMap<number, BlockSums>;
  /** How often a text is there, by its key. */
  readonly texts: ReadonlyMap<string, number>;
  /** Blocks whose text is there three times or more. */
  readonly repeated: number;
  /** Words of the title. */
  readonly title: ReadonlySet<string>;
  readonly isThread: boolean;
  /** Prose of the body. */
  readonly prose: number;
  /** Number of the first block in an `h1`; -1: there is none. */
  readonly firstHeading: number;
  /** How many of the first n blocks the rules keep, for each n. */
  readonly keptBefore: readonly number[];
}

/** What the page says of itself, besides its blocks. */
export interface PageFacts {
  readonly title: string;
  readonly isThread: boolean;
  readonly prose: number;
}

const REPEATED = 3;
const MOST_TITLE = 500;

/** Words of a text in lower case. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Takes time linear in the text of the blocks. */
export function pageNumbers(blocks: readonly JudgedBlock[], facts: PageFacts): PageNumbers {
  const paths = new Map<number, BlockSums>();
  const texts = new Map<string, number>();
  const keptBefore = [0];
  const [all, kept] = [noSums(), noSums()];
  for (const block of blocks) {
    const path = paths.get(block.place.path) ?? noSums();
    paths.set(block.place.path, path);
    for (const sums of block.isKept ? [all, kept, path] : [all, path]) add(sums, block);
    texts.set(block.key, (texts.get(block.key) ?? 0) + 1);
    keptBefore.push(kept.size);
  }
  return {
    ...{ all, kept, paths, texts, keptBefore, isThread: facts.isThread, prose: Math.max(1, facts.prose) },
    repeated: blocks.filter(({ key }) => (texts.get(key) ?? 0) >= REPEATED).length,
    title: new Set(wordsOf(facts.title.slice(0, MOST_TITLE))),
    firstHeading: blocks.findIndex(({ headingLevel }) => headingLevel === 1),
  };
}

export const noSums = (): BlockSums => ({
  ...{ size: 0, words: 0, linkWords: 0, proseWords: 0, proseBlocks: 0, kept: 0, sentences: 0, squares: 0 },
});

function add(sums: BlockSums, { words, linkWords, isProse, isKept, isSentence }: JudgedBlock): void {
  sums.size += 1;
  sums.words += words;
  sums.linkWords += linkWords;
  sums.squares += words * words;
  if (isKept) sums.kept += 1;
  if (isSentence) sums.sentences += 1;
  if (!isProse) return;
  sums.proseWords += words;
  sums.proseBlocks += 1;
}
