import { markdownTarget } from '#core/content/markdown/markdown-text.ts';
import { safeMarkdown } from '#core/content/tree/plain-markup.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Removed first: removed later, they would join characters to markup. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;
/**
 * A fence at the start of its line, which no list or quote is around (CommonMark 0.31 §4.5). With a
 * bar in it, some readers see a table.
 */
const FENCE = /^(`{3,}|~{3,})(?=[\w \t+\-#.,:;=/{}()"']*$)/;
/** A fence in a list or quote, or with text behind it: Markdown readers disagree where it ends. */
const MAYBE_FENCE = /`{3}|~{3}/;
const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
const RULE = /^---[ \t]*$/;

/** A code span (§6.1), in a line that is short enough to look for its end again and again. */
const SPAN = /(?<!`)(`+)(?!`)([^`](?:.*?[^`])??)\1(?!`)/g;
const MOST_LINE = 2_000;
/** Backticks with this cannot be paired: a backslash before one, or a bar of a table. */
const UNSURE = /\\`|\|/;
const LINK = /\](?:\(|:)/;
const MARKUP = /<|\](?:\(|:)/;

/** A definition of a link (§4.7), behind marks of quotes and lists; a footnote is like one. */
const DEFINITION = /^([\s>*+\-\d.)]*\[[^\]]*\]):([ \t]*)(\S*)/;
/** The beginning of a link or an image, and its address. */
const TARGET = /\]\(([ \t]*)([^\s()]*)/g;
/** Addresses of other characters can be read as another scheme. */
const PLAIN = /^[\w\-.~!$*+,;=:@%/?#&]+$/;
const ENTITY = /&#?\w+;/;
const NOTE = /\[\^[^\]]*\]$/;
const SCHEME = /^(?!https?:)[^/?#]*:/i;

/**
 * A page of type `text/markdown` as its author wrote it, but inert: outside of code `<` is escaped,
 * so that no HTML comes through, and addresses of links and images are absolute http(s) addresses
 * or `#`. Front matter goes. A fence that is open at the end is closed.
 *
 * What can be code or not, depending on the reader, is not code here, and so is all that is below
 * a fence in a list. Takes time linear in the length of the text.
 */
export function writtenMarkdown(text: string, base: CrawlUrl): string {
  const plain = text.replace(/\r\n?/g, '\n').replace(CONTROLS, '');
  const written: string[] = [];
  let fence: string | null = null;
  let isDoubtful = false;
  let paragraph: string[] = [];
  const flush = (): void => {
    written.push(...(isDoubtful ? paragraph.map((line) => inert(line, base)) : inertLines(paragraph, base)));
    paragraph = [];
  };
  for (const line of withoutFrontMatter(plain).split('\n')) {
    if (fence !== null) {
      written.push(line);
      if (endsFence(line, fence)) fence = null;
      continue;
    }
    if (!isDoubtful) fence = FENCE.exec(line)?.[1] ?? null;
    isDoubtful ||= fence === null && MAYBE_FENCE.test(line);
    const isRule = RULE.test(line);
    if (fence === null && !isRule && line.trim() !== '') {
      paragraph.push(line);
      continue;
    }
    // `---` begins a page in a file of many; below a line it makes a heading, as `--` does
    const rule = paragraph.length > 0 ? '--' : '* * *';
    flush();
    written.push(isRule ? rule : line);
  }
  flush();
  return safeMarkdown(written.join('\n') + (fence === null ? '' : `\n${fence}`));
}

function endsFence(line: string, fence: string): boolean {
  const end = FENCE_END.exec(line)?.[1];
  return end !== undefined && end[0] === fence[0] && end.length >= fence.length;
}

function withoutFrontMatter(text: string): string {
  const start = /^\ufeff?---[ \t]*\n/.exec(text);
  const end = start === null ? -1 : text.indexOf('\n---', start[0].length - 1);
  return end < 0 ? text : text.slice(end + 4).replace(/^.*\n?/, '');
}

/**
 * Lines without an empty one between them. Spans are known if each line has whole ones: then
 * readers find the same, wherever they see blocks. A title of a link can take a backtick.
 */
function inertLines(lines: readonly string[], base: CrawlUrl): string[] {
  const spans = lines.flatMap((line) => (line.length > MOST_LINE ? [] : (line.match(SPAN) ?? [])));
  const isWhole = lines.every((line) => !line.includes('`') || isPaired(line));
  const isSure = isWhole && !(lines.some((line) => LINK.test(line)) && spans.some((span) => MARKUP.test(span)));
  return lines.map((line) => (isSure ? besideSpans(line, base) : inert(line, base)));
}

const isPaired = (line: string): boolean =>
  line.length <= MOST_LINE && !UNSURE.test(line) && !line.replace(SPAN, '').includes('`');

function besideSpans(line: string, base: CrawlUrl): string {
  if (!line.includes('`')) return inert(line, base);
  const parts: string[] = [];
  let from = 0;
  for (const { 0: span, index } of line.matchAll(SPAN)) {
    parts.push(inert(line.slice(from, index), base), span);
    from = index + span.length;
  }
  return parts.join('') + inert(line.slice(from), base);
}

function inert(text: string, base: CrawlUrl): string {
  const definition = DEFINITION.exec(text);
  const [head, rest] = definition === null ? ['', text] : definitionOf(definition, text, base);
  const links = rest
    .replaceAll('<', '&lt;')
    .replaceAll(']:', '\\]:') // the end of a definition whose label began above
    .replace(TARGET, (_, space: string, address: string) => `](${space}${safeAddress(address, base)}`);
  return head + links;
}

/** @returns the definition, and the text behind it, which is all of a note */
function definitionOf(definition: RegExpExecArray, text: string, base: CrawlUrl): readonly [string, string] {
  const [all, label = '', space = '', address = ''] = definition;
  const head = `${label.replaceAll('<', '&lt;')}:${space}`;
  if (!NOTE.test(label)) return [head + safeAddress(address, base), text.slice(all.length)];
  const isWord = PLAIN.test(address) && !ENTITY.test(address) && !SCHEME.test(address);
  // a dash before a first word that could be an address: two words are none
  return [isWord ? head : `${head}\u2013 `, text.slice(all.length - address.length)];
}

/** @returns `#` for every address that is not http(s), or not plainly written */
function safeAddress(address: string, base: CrawlUrl): string {
  if (!PLAIN.test(address) || ENTITY.test(address)) return '#';
  return markdownTarget(address, base) ?? '#';
}
