/** The words of a page's Markdown. */
export interface PlainWords {
  /** Headings, one a line. */
  readonly headings: string;
  /** All text without markup, headings too. */
  readonly body: string;
}

const HEADING = /^#{1,6} (.+)$/;
const FENCE = /^\s*(?:`{3,}|~{3,}).{0,100}$/;
/** The address behind the text of a link or an image; Surf writes it without parentheses. */
const TARGET = /\]\([^()\s]*(?: "[^"\n]{0,1000}")?\)/g;
/** Marks at the start of a line: quotes, lists, headings; and lines of a table's rule. */
const STARTS = /^(?:[ \t]|>|[*+-] |#{1,6} |\d{1,9}[.)] |\[\^[^\]\n]{1,100}\]: ?)+/;
const RULE = /^[\s|:=-]+$/;
const MARKS = /\*+|`+|~~|!?\[|\]|(?<!\\)\||(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/**
 * A code span, which has no entities (CommonMark 0.31 §6.1), or an entity: authors write them, and
 * Surf does for `<`.
 */
const SPANS_AND_ENTITIES = /`[^`]*`|&(lt|gt|amp|quot|#39|nbsp);/g;
const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: ' ' };
const ESCAPES = /\\([!-/:-@[-`{-~])/g;
/** Placed around the number of an escaped character while marks are removed; no text has them. */
const [OPEN, CLOSE] = ['\u0001', '\u0002'];
const HIDDEN = new RegExp(`${OPEN}(\\d{2,3})${CLOSE}`, 'g');

/**
 * Reads the words out of Markdown as Surf writes it. Takes time linear in its length.
 * @param most characters of each result
 */
export function plainWords(markdown: string, most: { readonly body: number; readonly headings: number }): PlainWords {
  const headings: string[] = [];
  const lines: string[] = [];
  let size = 0;
  let inFence = false;
  for (const line of markdown.split('\n')) {
    if (size >= most.body) break;
    if (FENCE.test(line)) {
      inFence = !inFence;
      continue;
    }
    const text = inFence ? line : withoutMarks(line);
    if (text === '') continue;
    if (!inFence && HEADING.test(line)) headings.push(text);
    lines.push(text);
    size += text.length + 1;
  }
  return { headings: cut(headings.join('\n'), most.headings), body: cut(lines.join('\n'), most.body) };
}

function withoutMarks(line: string): string {
  if (RULE.test(line)) return '';
  return line
    .replace(ESCAPES, (_, character: string) => hidden(character))
    .replace(TARGET, ']')
    .replace(STARTS, '')
    .replace(SPANS_AND_ENTITIES, (all, name: string | undefined) =>
      name === undefined ? all : hidden(CHARACTERS[name] ?? all),
    )
    .replace(MARKS, '')
    .replace(HIDDEN, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')
    .trim();
}

const hidden = (character: string): string => `${OPEN}${character.charCodeAt(0)}${CLOSE}`;

/** Never within a surrogate pair. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
