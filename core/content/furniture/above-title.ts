import {
  type ContentElement,
  type ContentNode,
  HOLDS,
  measureAlone,
  wordsIn,
} from '#core/content/tree/content-tree.ts';

/** Share of all words: with more above it, the h1 is not the page's title. */
const MOST_SHARE = 0.3;

/**
 * Removes everything above the title of a page, its first `h1`, except sentences, sections and
 * code: category paths, offers, site names. Pictures stay.
 *
 * @param root measured, as it is then
 */
export function removeAboveTitle(root: ContentElement): void {
  const levels = levelsOf(root);
  const labels = levels.flatMap(({ parent, at }) => parent.children.slice(0, at).filter(isLabel));
  const words = labels.reduce((sum, label) => sum + wordsOf(label), 0);
  if (words === 0 || words > root.words * MOST_SHARE) return;
  for (const { parent, at } of levels.toReversed()) {
    parent.children = parent.children.filter((node, index) => index >= at || !isLabel(node));
    measureAlone(parent);
  }
}

/** Elements around the title, from the root on, each with the index of the next. */
function levelsOf(root: ContentElement): { readonly parent: ContentElement; readonly at: number }[] {
  const levels = [];
  let parent: ContentNode | undefined = (root.holds & HOLDS.h1) === 0 ? undefined : root;
  while (parent !== undefined && typeof parent !== 'string' && parent.name !== 'h1') {
    const at = parent.children.findIndex(isAroundTitle);
    levels.push({ parent, at });
    parent = parent.children[at];
  }
  return levels;
}

const isAroundTitle = (node: ContentNode): boolean =>
  typeof node !== 'string' && (node.name === 'h1' || (node.holds & HOLDS.h1) !== 0);

const isLabel = (node: ContentNode): boolean =>
  wordsOf(node) > 0 && (typeof node === 'string' || (node.prose === 0 && !isSection(node)));

const isSection = ({ name, holds }: ContentElement): boolean =>
  (holds & (HOLDS.heading | HOLDS.pre)) !== 0 || /^(?:h\d|pre)$/.test(name);

const wordsOf = (node: ContentNode): number => (typeof node === 'string' ? wordsIn(node) : node.words);
