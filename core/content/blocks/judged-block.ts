import type { PageBlocks, TextBlock } from '#core/content/blocks/text-blocks.ts';
import type { ContentElement, ContentNode } from '#core/content/tree/content-tree.ts';

/**
 * What the rules say of a block: 0 furniture, 1 outside of the root, 2 a section about other pages,
 * 3 kept.
 */
export type Verdict = 0 | 1 | 2 | 3;

/** A block with what the rules say of it. */
export interface JudgedBlock extends TextBlock {
  readonly verdict: Verdict;
  readonly isKept: boolean;
  /** Words outside of links are 12 or more. */
  readonly isProse: boolean;
  /** Ends as a sentence does. */
  readonly isSentence: boolean;
  /** 1 to 6 in a heading, else 0. */
  readonly headingLevel: number;
  /** The first 80 characters of the text, in one form. */
  readonly key: string;
}

/** Which elements are left, after each step of the rules. */
export interface Survivors {
  readonly withoutFurniture: ReadonlySet<ContentNode>;
  readonly inRoot: ReadonlySet<ContentNode>;
  readonly kept: ReadonlySet<ContentNode>;
}

const LEAST_PROSE = 12;
const MOST_KEY = 80;
const SENTENCE = /[.!?:\u2026\u3002\uff01\uff1f]["\u201d\u2019)]{0,3}\s{0,20}$/;

/** Elements in the tree below, and the element. */
export function elementsIn(element: ContentElement, found = new Set<ContentNode>()): Set<ContentNode> {
  found.add(element);
  for (const child of element.children) if (typeof child !== 'string') elementsIn(child, found);
  return found;
}

export const judgedBlocks = ({ blocks }: PageBlocks, survivors: Survivors): JudgedBlock[] =>
  blocks.map((block) => {
    const verdict = verdictOf(block, survivors);
    return {
      ...block,
      verdict,
      isKept: verdict === 3,
      isProse: block.words - block.linkWords >= LEAST_PROSE,
      isSentence: SENTENCE.test(block.text.slice(-40)),
      headingLevel: headingLevel(block),
      key: block.text.trim().slice(0, MOST_KEY).replace(/\s+/g, ' ').toLowerCase(),
    };
  });

function verdictOf(block: TextBlock, { withoutFurniture, inRoot, kept }: Survivors): Verdict {
  if (isLeft(block, kept)) return 3;
  if (isLeft(block, inRoot)) return 2;
  return isLeft(block, withoutFurniture) ? 1 : 0;
}

const isLeft = ({ place, nodes }: TextBlock, left: ReadonlySet<ContentNode>): boolean =>
  left.has(place.element) && nodes.some((node) => (typeof node === 'string' ? node.trim() !== '' : left.has(node)));

function headingLevel({ place }: TextBlock): number {
  for (const at of [place, place.parent]) {
    const level = /^h([1-6])$/.exec(at?.element.name ?? '')?.[1];
    if (level !== undefined) return Number(level);
  }
  return 0;
}
