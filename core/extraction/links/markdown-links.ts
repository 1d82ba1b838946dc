import { cleanHref, type LinkList, MAX_HREF_BYTES } from '#core/extraction/links/link-list.ts';
import { ownText } from '#core/extraction/links/plain-text.ts';

/** Code, where an address is an example (CommonMark 0.31 §4.5, §6.1). */
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const SPAN = /`[^`]{1,1000}`/g;
/** A link or an image, a definition, or an address in angle brackets. */
const LINK =
  /(!?)\[([^[\]]{0,500})\]\([ \t]{0,9}<?([^\s()<>]{1,8192})|^ {0,3}\[[^[\]^]{1,500}\]:[ \t]{0,9}<?([^\s<>]{1,8192})|<(https?:[^\s<>]{1,8192})>/g;
/** Longer lines are data. */
const MOST_LINE = 20_000;

/**
 * Adds the links of a page of type `text/markdown`, in its order, but for images and examples in
 * code. Takes time linear in the length of the text.
 */
export function addMarkdownLinks(text: string, links: LinkList): void {
  let isCode = false;
  for (const line of text.split('\n')) {
    if (links.isDone) break;
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode || line.length > MOST_LINE) continue;
    for (const [, image, label, address, defined, shown] of line.replace(SPAN, '').matchAll(LINK)) {
      const href = address ?? defined ?? shown ?? '';
      if (image === '!') continue;
      const place = links.add(Buffer.byteLength(href) > MAX_HREF_BYTES ? null : ownText(cleanHref(href)), 'a', null);
      if (label !== undefined && place >= 0) links.describe(place, label);
    }
  }
  links.finish();
}
