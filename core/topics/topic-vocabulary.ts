/** Words that are counted; above it, the words of the fewest pages are forgotten. */
export const MOST_WORDS = 200_000;
/** Languages whose pages are counted apart; all others are one more. */
const MOST_LANGUAGES = 8;
/** A word on more of a language's pages tells none of them from the others. */
const MOST_SHARE = 0.3;
/** A word has as many pages at least, and so many are never too many. */
const LEAST_PAGES = 2;

/** Distinct words of a page, by number, with the frequency of each. */
export interface PageWords {
  readonly language: number;
  readonly ids: Uint32Array;
  readonly times: Uint16Array;
}

interface Word {
  readonly id: number;
  /** Pages that have it, by language. */
  readonly pages: number[];
}

/** A word and its weight on a page, above 0. */
export interface WeighedWord {
  readonly word: string;
  readonly weight: number;
}

/**
 * The words of pages, and how many pages of each language have them. Memory is bounded, however
 * many words the pages make up.
 */
export class TopicVocabulary {
  readonly #most: number;
  readonly #languages = new Map<string, number>();
  /** By language. */
  readonly #pages: number[] = [];
  #words = new Map<string, Word>();
  #next = 0;

  /** @param most words */
  constructor(most = MOST_WORDS) {
    this.#most = most;
  }

  get size(): number {
    return this.#words.size;
  }

  /** Counts a page. @param words its words, with the frequency of each */
  add(language: string | null, words: ReadonlyMap<string, number>): PageWords {
    const spoken = this.#numberOf(language ?? '');
    this.#pages[spoken] = (this.#pages[spoken] ?? 0) + 1;
    const ids = new Uint32Array(words.size);
    const times = new Uint16Array(words.size);
    let at = 0;
    for (const [text, count] of words) {
      let word = this.#words.get(text);
      if (word === undefined) {
        word = { id: this.#next++, pages: [] };
        this.#words.set(text, word);
      }
      word.pages[spoken] = (word.pages[spoken] ?? 0) + 1;
      ids[at] = word.id;
      times[at++] = Math.min(count, 0xffff);
    }
    for (let least = LEAST_PAGES; this.#words.size > this.#most; least += 1) this.#forget(least);
    return { language: spoken, ids, times };
  }

  /**
   * Weighs words once all pages are counted: TF-IDF, by the pages of the page's language.
   * @returns the words of a page with a weight, the heaviest first
   */
  weigher(): (page: PageWords) => WeighedWord[] {
    const known = this.#byId();
    return ({ language, ids, times }) => {
      const found = new Map<Word, number>();
      for (let i = 0; i < ids.length; i++) {
        const word = known.get(ids[i] ?? -1);
        if (word !== undefined) found.set(word.word, (found.get(word.word) ?? 0) + (times[i] ?? 0));
      }
      const weighed: WeighedWord[] = [];
      for (const [word, count] of found) {
        const weight = (1 + Math.log(count)) * this.#rarity(word, language);
        if (weight > 0) weighed.push({ word: known.get(word.id)?.text ?? '', weight });
      }
      return weighed.sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1));
    };
  }

  /** A plural counts as its singular where both are there: only an `s` at the end is known. */
  #byId(): Map<number, { readonly text: string; readonly word: Word }> {
    const known = new Map<number, { text: string; word: Word }>();
    for (const [text, word] of this.#words) known.set(word.id, { text, word });
    for (const [text, word] of this.#words) {
      const singular = text.length > 4 && text.endsWith('s') ? this.#words.get(text.slice(0, -1)) : undefined;
      if (singular === undefined) continue;
      // A page with both counts twice: the word seems a little more frequent than it is.
      for (const [language, pages] of word.pages.entries()) {
        if (pages !== undefined) singular.pages[language] = (singular.pages[language] ?? 0) + pages;
      }
      known.set(word.id, { text: text.slice(0, -1), word: singular });
    }
    return known;
  }

  /** 0: it is on too many pages, or too few. */
  #rarity({ pages }: Word, language: number): number {
    const all = pages.reduce((sum, of) => sum + of, 0);
    const own = pages[language] ?? 0;
    const of = this.#pages[language] ?? 0;
    if (all < LEAST_PAGES || own > Math.max(LEAST_PAGES, of * MOST_SHARE)) return 0;
    return Math.max(0, Math.log(of / own));
  }

  #numberOf(language: string): number {
    const known = this.#languages.get(language);
    if (known !== undefined) return known;
    const next = this.#languages.size;
    if (next >= MOST_LANGUAGES) return MOST_LANGUAGES;
    this.#languages.set(language, next);
    return next;
  }

  /** Drops words that fewer pages have. A dropped word that appears again counts from 1. */
  #forget(least: number): void {
    const kept = new Map<string, Word>();
    for (const [text, word] of this.#words) {
      if (word.pages.reduce((sum, of) => sum + of, 0) >= least) kept.set(text, word);
    }
    this.#words = kept;
  }
}
