/**
 * Non-characters of Unicode, which no text has: around the number of a code until the document is
 * put together.
 */
const [OPEN, CLOSE] = ['\ufdd0', '\ufdd1'];
const MARKS = /[\ufdd0-\ufdd2]/g;
/**
 * Controls, isolates and embeddings of text in two directions, and byte order marks. Surf removes
 * them before it places code: removed later, they would join backticks.
 */
const CONTROLS = /[[\p{Cc}--[\t\n\r]]\u202a-\u202c\u2066-\u2069\ufeff]/gv;
const TOKEN = /\ufdd0(\d+)\ufdd1/g;
/** A line of a code alone, behind quotes, list markers and white space. */
const ALONE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t>]+)*)\ufdd0(\d+)\ufdd1[ \t]*$/;
/** Turndown escapes the beginning of a text, which is not always that of a line. */
const TILDES = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t>]+)*)(?=~~~)/;
const BLANK = /^[ \t>]*$/;

/** A text of a page as `CodeParts` takes it. */
export const codeSafe = (text: string): string => text.replace(MARKS, '').replace(CONTROLS, '');

/** A run of backticks that the text does not have, of at least the given length. */
const fenceFor = (text: string, least: number): string =>
  '`'.repeat((text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length + 1), least));

/** Text in a fenced block that it cannot end (CommonMark 0.31 §4.5). */
export function fencedCode(text: string, language: string): string {
  const fence = fenceFor(text, 3);
  const lines = text.replace(/\r\n?/g, '\n').replace(/^---(?=\s*$)/gm, '\\---');
  return `${fence}${language}\n${lines.replace(/\n?$/, '\n')}${fence}`;
}

/** Text in a code span that it cannot end (§6.1). */
function codeSpan(content: string): string {
  const text = content.replace(/\s+/g, ' ');
  const ticks = fenceFor(text, 1);
  const pad = /^[ `]|[ `]$/.test(text) ? ' ' : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

interface Code {
  readonly text: string;
  /** Null: it is a span. */
  readonly language: string | null;
}

/**
 * Code in a Markdown document. `<` cannot be escaped in code, so code that ends early lets markup
 * of the page through. Each piece of code stays out of the document, as a number, until its place
 * is known. Alone on a line it is a block, elsewhere a span.
 */
export class CodeParts {
  readonly #codes: Code[] = [];

  /** @returns its placeholder; nothing for white space */
  span(content: string): string {
    return this.#add(content, null);
  }

  /** @param language left out unless it is a plain name */
  block(content: string, language: string | undefined): string {
    const name = language !== undefined && /^[\w+#.-]{1,30}$/.test(language) ? language : '';
    return `\n\n${this.#add(content, name)}\n\n`;
  }

  /**
   * The Markdown of a cell of a table, with its bars escaped: GFM §4.10 takes the backslash away in
   * code, too.
   */
  inCell(markdown: string): string {
    for (const [, number] of markdown.matchAll(TOKEN)) {
      const code = this.#codes[Number(number)];
      if (code !== undefined) this.#codes[Number(number)] = { ...code, text: code.text.replaceAll('|', '\\|') };
    }
    return markdown.replaceAll('|', '\\|');
  }

  /** The document with its code. Takes time linear in its length. */
  placed(markdown: string): string {
    const placed: string[] = [];
    let before = '';
    for (const line of markdown.replaceAll('\r', '').replace(CONTROLS, '').trim().split('\n')) {
      placed.push(this.#line(line.includes('~~~') ? line.replace(TILDES, '$1\\') : line, before));
      before = line;
    }
    return placed.join('\n');
  }

  #add(content: string, language: string | null): string {
    const text = codeSafe(content);
    return text.trim() === '' ? '' : `${OPEN}${this.#codes.push({ text, language }) - 1}${CLOSE}`;
  }

  #line(line: string, before: string): string {
    if (!line.includes(OPEN)) return line;
    const [, prefix = '', number = ''] = ALONE.exec(line) ?? [];
    const code = number === '' ? undefined : this.#codes[Number(number)];
    const isMarked = !BLANK.test(prefix);
    if (code?.language != null && (isMarked || BLANK.test(before))) {
      const rest = prefix.replace(/[^ \t>]/g, ' ');
      return prefix + fencedCode(code.text, code.language).replaceAll('\n', `\n${rest}`);
    }
    return line
      .replaceAll(CLOSE + OPEN, `${CLOSE} ${OPEN}`)
      .replace(TOKEN, (_, each: string) => codeSpan(this.#codes[Number(each)]?.text ?? ''));
  }
}
