import { clip } from '#core/extraction/links/plain-text.ts';

/** Lines that are read for the title. */
const MOST_LINES = 200;
/** Characters of a title, as of a title element. */
const MOST_TITLE = 512;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
/** A heading of level 1 (CommonMark 0.31 §4.2), and the line below one (§4.3). */
const HEADING = /^ {0,3}#[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}=+[ \t]*$/;
const LINK = /!?\[([^[\]]*)\]\([^()]*\)/g;
const MARKS = /[*`]|(?<!\w)_|_(?!\w)/g;

/** The text of the first heading of level 1; null: the beginning of the page has none. */
export function markdownTitle(text: string): string | null {
  let isCode = false;
  let before = '';
  for (const line of text.split('\n', MOST_LINES).map((one) => one.slice(0, 2 * MOST_TITLE).trimEnd())) {
    if (FENCE.test(line)) isCode = !isCode;
    const heading = isCode ? undefined : (HEADING.exec(line)?.[1] ?? (UNDERLINE.test(line) ? before : undefined));
    const title = heading === undefined ? '' : plain(heading);
    if (title !== '') return title;
    before = isCode ? '' : line;
  }
  return null;
}

const plain = (markdown: string): string =>
  clip(markdown.replace(LINK, '$1').replace(MARKS, '').replace(/\s+/g, ' ').trim(), MOST_TITLE).trimEnd();
