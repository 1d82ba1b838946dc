/** Most passages of one field; those further down the page are left out. */
export const MAX_PASSAGES = 1_000;

/** A place of a keyword. */
export type Passage = {
  /** The keyword, as the policy writes it. */
  readonly keyword: string;
  /** The keyword with its surroundings, white space collapsed. */
  readonly text: string;
};

/** Finds keywords in a text, in any letter case, and shows the text around them. */
export class KeywordFinder {
  readonly #pattern: RegExp;
  readonly #names: ReadonlyMap<string, string>;
  readonly #context: number;

  /**
   * @param keywords found anywhere, parts of words too; of several that begin at one place the
   * longest
   * @param context characters shown on either side
   */
  constructor(keywords: readonly string[], context: number) {
    const longestFirst = [...keywords].sort((a, b) => b.length - a.length);
    // Nothing but literals: no way to match a place twice, so no backtracking.
    this.#pattern = new RegExp(longestFirst.map((word) => escaped(word)).join('|'), 'giu');
    this.#names = new Map(keywords.map((word) => [folded(word), word]));
    this.#context = context;
  }

  /** In the order of the text. `more`: there are more than MAX_PASSAGES. */
  find(text: string): { readonly passages: Passage[]; readonly more: boolean } {
    const passages: Passage[] = [];
    for (const match of text.matchAll(this.#pattern)) {
      if (passages.length === MAX_PASSAGES) return { passages, more: true };
      const [word] = match;
      const around = this.#around(text, match.index, match.index + word.length);
      passages.push({ keyword: this.#names.get(folded(word)) ?? word, text: around });
    }
    return { passages, more: false };
  }

  #around(text: string, from: number, to: number): string {
    const passage = text.slice(Math.max(0, from - this.#context), to + this.#context);
    return passage
      .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '') // half a character at the edge
      .toWellFormed()
      .replace(/\s+/g, ' ')
      .trim();
  }
}

const folded = (text: string): string => text.toUpperCase().toLowerCase();

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
