import { type Group, marksOf, NO_MARKS, type Place } from '#core/content/blocks/place.ts';
import { type ContentElement, type ContentNode, isInline, textOf, wordsIn } from '#core/content/tree/content-tree.ts';
import type { ElementKinds } from '#core/content/tree/element-kinds.ts';

/** A run of text of a page between two borders of blocks: a paragraph, a cell, a caption. */
export interface TextBlock {
  readonly place: Place;
  /** Children of the place from the first to before the last; a `pre` has all. */
  readonly from: number;
  readonly to: number;
  readonly nodes: readonly ContentNode[];
  readonly text: string;
  /** More than none. */
  readonly words: number;
  readonly linkWords: number;
}

/** Blocks and places of a page, each in the order of the page. */
export interface PageBlocks {
  readonly blocks: readonly TextBlock[];
  readonly places: readonly Place[];
}

const UNITS = new Set(['table', 'ul', 'ol', 'dl']);
/** Elements that always have like siblings, which says nothing. */
const NO_GROUP = new Set(['td', 'tr', 'th', 'p', 'br']);
const LEAST_GROUP = 3;
const PART = 0.3;
const TOPS = 4;

/**
 * All text of a page as blocks. Changes nothing; takes time linear in the size of the tree.
 * @param body measured, before rules remove anything
 */
export function textBlocks(body: ContentElement, kinds: ElementKinds): PageBlocks {
  const walk = new Walk(Math.max(1, body.prose), kinds);
  walk.visit(walk.bodyPlace(body));
  for (const { parent, blocks } of walk.places.toReversed()) if (parent !== null) parent.blocks += blocks;
  return walk;
}

class Walk implements PageBlocks {
  readonly blocks: TextBlock[] = [];
  readonly places: Place[] = [];
  readonly #paths = new Map<string, number>();
  readonly #total: number;
  readonly #kinds: ElementKinds;

  constructor(total: number, kinds: ElementKinds) {
    this.#total = total;
    this.#kinds = kinds;
  }

  visit(place: Place): void {
    this.places.push(place);
    if (place.element.name === 'pre') {
      this.#add(place, { from: 0, to: place.children.length });
      return;
    }
    const groups = groupsOf(place.element);
    let from = 0;
    for (const [at, child] of place.children.entries()) {
      if (typeof child === 'string' || isInline(child)) continue;
      this.#add(place, { from, to: at });
      from = at + 1;
      this.visit(this.#below(place, child, groups.get(keyOf(child))));
    }
    this.#add(place, { from, to: place.children.length });
  }

  #add(place: Place, { from, to }: { readonly from: number; readonly to: number }): void {
    if (from === to) return;
    const nodes = place.children.slice(from, to);
    const words = nodes.reduce((sum, node) => sum + (typeof node === 'string' ? wordsIn(node) : node.words), 0);
    if (words === 0) return;
    const text = nodes.map((node) => (typeof node === 'string' ? node : textOf(node))).join('');
    const linked = nodes.reduce((sum, node) => sum + (typeof node === 'string' ? 0 : node.linkWords), 0);
    const inLink = place.linkWords === place.words;
    this.blocks.push({ place, from, to, nodes, text, words, linkWords: inLink ? words : Math.min(words, linked) });
    place.blocks += 1;
  }

  bodyPlace(body: ContentElement): Place {
    return this.#place(body, null, { size: 1, words: body.words, linkWords: body.linkWords, prose: body.prose });
  }

  #below(parent: Place, element: ContentElement, group: Group | undefined): Place {
    const alone = { size: 0, words: 0, linkWords: 0, prose: 0 };
    return this.#place(element, parent, group ?? alone);
  }

  #place(element: ContentElement, parent: Place | null, group: Group): Place {
    const { words, linkWords, prose, children } = element;
    const isGroup = group.size >= LEAST_GROUP && !NO_GROUP.has(element.name);
    const around = parent?.big ?? null;
    const share = prose / this.#total;
    const isPart = parent === null || share >= PART || parent.prose / this.#total >= PART;
    const place: Place = {
      ...{ element, children, parent, words, linkWords, prose, group, blocks: 0 },
      depth: parent === null ? 0 : parent.depth + 1,
      tops: parent?.tops ?? [],
      path: this.#pathOf(parent, element),
      marks: marksOf(element, share, { around: parent?.marks ?? NO_MARKS, kinds: this.#kinds }),
      big: isGroup && (around === null || group.prose >= around.prose) ? group : around,
      part: isPart ? null : (parent.part ?? parent),
      unit: UNITS.has(element.name) ? element : (parent?.unit ?? null),
    };
    return place.depth < TOPS ? Object.assign(place, { tops: [...place.tops, place] }) : place;
  }

  #pathOf(parent: Place | null, element: ContentElement): number {
    const key = `${parent?.path ?? ''}>${keyOf(element)}`;
    const known = this.#paths.get(key);
    if (known !== undefined) return known;
    this.#paths.set(key, this.#paths.size);
    return this.#paths.size - 1;
  }
}

const keyOf = ({ name, attributes }: ContentElement): string =>
  attributes.class === undefined ? name : `${name}.${/\S+/.exec(attributes.class)?.[0] ?? ''}`;

function groupsOf(element: ContentElement): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const child of element.children) {
    if (typeof child === 'string' || child.words === 0) continue;
    const key = keyOf(child);
    const group = groups.get(key) ?? { size: 0, words: 0, linkWords: 0, prose: 0 };
    group.size += 1;
    group.words += child.words;
    group.linkWords += child.linkWords;
    group.prose += child.prose;
    groups.set(key, group);
  }
  return groups;
}
