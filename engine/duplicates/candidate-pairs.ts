import { BANDS, type PageSketches } from '#core/content/near/page-sketches.ts';
import { radixOrder } from '#engine/external-sort/radix-order.ts';

/** Pages with which a page is compared in a band: those before it. */
const MOST_PARTNERS = 32;
/** Numbers of a sort key. */
const KEY = 3;

/**
 * Pairs of pages whose sketches agree in a band, each pair once, the earlier page first. Of many
 * pages that agree, each is compared with the 32 before it: the work is linear in the pages.
 * @param earlier 0: all pages are compared; else the first so many with each of the others
 */
export function* candidatePairs(sketches: PageSketches, earlier = 0): Generator<readonly [number, number]> {
  for (let band = 0; band < BANDS; band++) {
    const keys = bandKeys(sketches, band);
    let partners: number[] = [];
    let before = -1;
    for (const place of radixOrder(keys, sketches.count)) {
      if (before < 0 || !isSame(keys, before, place)) partners = [];
      before = place;
      const isEarlier = place < earlier;
      if (!isEarlier)
        for (const partner of partners) if (sketches.firstBand(partner, place) === band) yield [partner, place];
      if (earlier > 0 && !isEarlier) continue;
      partners.push(place);
      if (partners.length > MOST_PARTNERS) partners.shift();
    }
  }
}

function bandKeys(sketches: PageSketches, band: number): Float64Array {
  const keys = new Float64Array(sketches.count * KEY);
  for (let place = 0; place < sketches.count; place++) keys.set(sketches.band(place, band), place * KEY);
  return keys;
}

const isSame = (keys: Float64Array, x: number, y: number): boolean =>
  keys[x * KEY] === keys[y * KEY] && keys[x * KEY + 1] === keys[y * KEY + 1];
