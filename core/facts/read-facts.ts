import { Parser } from 'htmlparser2';
import { FactReader } from '#core/facts/fact-reader.ts';
import { referredIds } from '#core/facts/items/item-refs.ts';
import type { PageFacts } from '#core/facts/page-facts.ts';

/** Characters of a page that are read. */
const MOST_CHARACTERS = 8 * 1024 * 1024;
/** Open elements; the parser compares each end tag with all of them. */
const MOST_DEPTH = 512;
/** Characters between two looks at the depth. */
const SLICE = 16 * 1024;

/** Browsers read it as a comment that ends at the next `>`; the parser looks for `]]>`. */
const CDATA = /<!\[CDATA\[/gi;

/**
 * Reads a page once, in time linear in its length, without a tree. Total function: never throws.
 * @param address of the page, to resolve addresses of its items; null: they stay as written
 * @see https://html.spec.whatwg.org/multipage/semantics.html
 */
export function readFacts(html: string, address: string | null = null): PageFacts {
  const text = html.slice(0, MOST_CHARACTERS).replace(CDATA, '<!');
  const reader = new FactReader(referredIds(text), address);
  const parser = new Parser(reader.handler(), { decodeEntities: true });
  let isCut = html.length > MOST_CHARACTERS;
  for (let at = 0; at < text.length; at += SLICE) {
    parser.write(text.slice(at, at + SLICE));
    if (reader.depth <= MOST_DEPTH) continue;
    isCut ||= at + SLICE < text.length;
    break;
  }
  if (reader.depth <= MOST_DEPTH) parser.end();
  return reader.facts(isCut);
}
