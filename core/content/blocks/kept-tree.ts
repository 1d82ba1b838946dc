import type { JudgedBlock } from '#core/content/blocks/judged-block.ts';
import type { Place } from '#core/content/blocks/place.ts';
import { type ContentNode, measure } from '#core/content/tree/content-tree.ts';

interface Chosen {
  readonly places: readonly Place[];
  readonly blocks: readonly JudgedBlock[];
  /** For each block. */
  readonly isChosen: readonly boolean[];
  /** What the rules leave. */
  readonly left: ReadonlySet<ContentNode>;
}

/**
 * Puts the chosen blocks, and no others, back into the tree, with the elements around them. Within
 * a chosen block that the rules keep, what they removed stays away. Pictures and rules stay where
 * the rules keep them beside a chosen block. A page without text stays as the rules leave it.
 */
export function keepChosen({ places, blocks, isChosen, left }: Chosen): void {
  if (blocks.length === 0) return;
  const chosen = Map.groupBy(
    blocks.filter((_, at) => isChosen[at]),
    ({ place }) => place,
  );
  /** Elements with a chosen block at or below. */
  const full = new Set<ContentNode>();
  /** Elements that have text, chosen or not. */
  const worded = new Set<ContentNode>(places.filter((place) => place.blocks > 0).map(({ element }) => element));
  for (const place of places.toReversed()) {
    const own = chosen.get(place) ?? [];
    if (own.length > 0) full.add(place.element);
    if (!full.has(place.element)) continue;
    if (place.parent !== null) full.add(place.parent.element);
    place.element.children = place.children.filter((child, at) => {
      const block = own.find(({ from, to }) => from <= at && at < to);
      if (block !== undefined) return typeof child === 'string' || !block.isKept || left.has(child);
      if (typeof child === 'string') return child.trim() === '';
      return full.has(child) || (left.has(child) && !worded.has(child));
    });
  }
  const [body] = places;
  if (body !== undefined) {
    if (!full.has(body.element)) body.element.children = [];
    measure(body.element);
  }
}
