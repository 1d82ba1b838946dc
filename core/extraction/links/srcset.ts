import { ownText } from '#core/extraction/links/plain-text.ts';

/** More candidates than any image has; the rest is not read. */
const MAX_CANDIDATES = 100;

/**
 * The addresses in a `srcset` attribute, as written.
 * @see https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute
 */
export function srcsetAddresses(srcset: string): string[] {
  const found: string[] = [];
  let rest = srcset;
  while (found.length < MAX_CANDIDATES) {
    rest = rest.replace(/^[\t\n\f\r ,]+/, '');
    const address = /^[^\t\n\f\r ]+/.exec(rest)?.[0];
    if (address === undefined) break;
    rest = rest.slice(address.length);
    found.push(ownText(address.replace(/,+$/, '')));
    if (!address.endsWith(',')) rest = rest.slice(descriptorsLength(rest));
  }
  return found;
}

/** Up to and with the comma that ends a candidate; commas in parentheses do not. */
function descriptorsLength(rest: string): number {
  let depth = 0;
  for (let at = 0; at < rest.length; at += 1) {
    const character = rest.charAt(at);
    if (character === '(') depth = 1;
    else if (character === ')') depth = 0;
    else if (character === ',' && depth === 0) return at + 1;
  }
  return rest.length;
}
