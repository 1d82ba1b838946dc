import { wordsIn } from '#core/content/tree/content-tree.ts';
import type { MainText } from '#core/content/tree/plain-markup.ts';
import { plainWords } from '#core/search/plain-words.ts';

/** Characters of a text in a table. */
const MOST_CHARACTERS = 1024 * 1024;

/** Parts of a page's main text that columns show. */
export interface PageContent {
  readonly markdown: string;
  /** Without markup. */
  readonly text: string;
  readonly wordCount: number;
}

export function pageContent({ markdown }: Pick<MainText, 'markdown'>): PageContent {
  const text = plainWords(markdown, { body: MOST_CHARACTERS, headings: 0 }).body;
  const cut = markdown.length > MOST_CHARACTERS ? markdown.slice(0, MOST_CHARACTERS).toWellFormed() : markdown;
  return { markdown: cut, text, wordCount: wordsIn(text) };
}
