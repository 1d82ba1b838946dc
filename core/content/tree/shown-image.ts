import type { ContentElement } from '#core/content/tree/content-tree.ts';

type Attributes = ContentElement['attributes'];

/** Attributes in which lazy-loading scripts keep the address. */
const LATE = ['data-src', 'data-lazy-src', 'data-original'] as const;
const LATE_SETS = ['data-srcset', 'data-lazy-srcset'] as const;
/** An image that is there until the real one comes. */
const PLACEHOLDER =
  /^data:|(?:^|[/_-])(?:blank|spacer|placeholder|pixel|transparent|lazy(?:load)?|loading|1x1|grey|empty)[\w-]{0,20}\.(?:gif|png|svg|jpe?g)(?:$|\?)/i;

/**
 * Address of the image that a reader sees. If `src` is missing or a placeholder, this is the
 * address that a script loads later; otherwise it is the largest image of `srcset`.
 *
 * @returns as the page writes it; empty when there is none
 */
export function shownImage(attributes: Attributes): string {
  const source = attributes.src ?? '';
  if (source !== '' && !PLACEHOLDER.test(source)) return source;
  const late = LATE.map((name) => attributes[name] ?? '').find((address) => address !== '');
  const set = [...LATE_SETS, 'srcset']
    .map((name) => largestOf(attributes[name] ?? ''))
    .find((address) => address !== '');
  return late ?? set ?? source;
}

/** A pixel that counts visits. */
export const isPixel = ({ width, height, alt }: Attributes): boolean =>
  (width === '1' || width === '0') && (height === '1' || height === '0') && (alt ?? '') === '';

/**
 * The image of a `srcset` with the most pixels.
 * @see https://html.spec.whatwg.org/multipage/images.html#srcset-attributes
 */
function largestOf(set: string): string {
  let [largest, most] = ['', -1];
  for (const [, address = '', size = '1'] of set.matchAll(/([^\s,]\S*[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)/g)) {
    const pixels = Number(size);
    if (pixels > most && !address.startsWith('data:')) [largest, most] = [address, pixels];
  }
  return largest;
}
