import { DatabaseSync } from 'node:sqlite';
import { markedTexts } from '#adapters/search/languages/marked-texts.ts';
import type { Accented } from '#adapters/search/languages/query-stems.ts';
import { languageIn, type TextTable, TOKENIZERS, tokenizerOf } from '#adapters/search/segment/segment-schema.ts';
import { anyOf, markExpression } from '#core/search/match-expression.ts';
import type { Snippet } from '#core/search/search-index.ts';
import type { SearchQuery } from '#core/search/search-query.ts';
import { joined, separated } from '#core/search/separated-text.ts';

/** The words that snippets mark. */
export interface MarkedQuery {
  readonly query: SearchQuery;
  /** As the segments of the index have them. */
  readonly accented: Accented;
}

/** Words of a snippet. */
const WORDS = 32;
/** Longer words are cut. */
const MOST_CHARACTERS = 600;
/** Delimiters of a match. The index removes control characters from text, so no text has them. */
const [START, END] = ['\u0001', '\u0002'];
const MARKS = new RegExp(`([${START}${END}])`);

/**
 * Cuts snippets out of texts, with the tokenizers of the index: matches of the index are marked,
 * stems too. The texts are put into tables of a database in memory.
 */
export class SegmentSnippets {
  readonly #database = new DatabaseSync(':memory:');

  constructor() {
    for (const [name, tokenize] of Object.entries(TOKENIZERS))
      this.#database.exec(`CREATE VIRTUAL TABLE ${name} USING fts5(body, tokenize="${tokenize}")`);
  }

  /**
   * Cuts the part of a body that matches the query and marks the matches. A body without a match
   * gives its first words.
   * @param of the table that has the page
   * @param accented as the segments of the index know them
   */
  cut(of: TextTable, body: string, { query, accented }: MarkedQuery): Snippet {
    const language = languageIn(of);
    const expression =
      language === null ? markExpression(query) : anyOf(markedTexts(language, body, { query, accented }));
    if (expression === '') return snippetOf(beginningOf(body));
    const table = tokenizerOf(of);
    this.#database.exec(`DELETE FROM ${table}`);
    this.#database.prepare(`INSERT INTO ${table} (rowid, body) VALUES (1, ?)`).run(separated(body));
    const row = this.#database
      .prepare(
        `SELECT snippet(${table}, 0, '${START}', '${END}', '…', ${WORDS}) AS text FROM ${table} WHERE ${table} MATCH ?`,
      )
      .get(expression);
    return snippetOf(typeof row?.text === 'string' ? row.text : beginningOf(body));
  }

  close(): void {
    this.#database.close();
  }
}

const beginningOf = (body: string): string => {
  const words = body.slice(0, MOST_CHARACTERS).split(/\s+/);
  return words.length > WORDS || body.length > MOST_CHARACTERS
    ? `${words.slice(0, WORDS).join(' ')}…`
    : words.join(' ');
};

/** Takes the marks out of a text, as places in it. */
function snippetOf(marked: string): Snippet {
  const marks: { start: number; end: number }[] = [];
  let text = '';
  let start = 0;
  for (const part of joined(marked).replace(/\s+/g, ' ').split(MARKS)) {
    if (part === START) start = text.length;
    else if (part === END) marks.push({ start, end: text.length });
    else text += part;
    if (text.length > MOST_CHARACTERS) break;
  }
  const end = text.length > MOST_CHARACTERS ? MOST_CHARACTERS : text.length;
  const shown = text.slice(0, end).replace(/[\ud800-\udbff]$/, '');
  return { text: shown, marks: marks.filter((mark) => mark.end > mark.start && mark.end <= shown.length) };
}
