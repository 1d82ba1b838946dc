import { DatabaseSync } from 'node:sqlite';
import { TOKENIZERS, type Tokenizer } from '#adapters/search/segment/segment-schema.ts';
import type { TextTerm } from '#core/search/search-query.ts';
import { separated } from '#core/search/separated-text.ts';

/** Reads words as the tokenizers of the tables do: `crawling` is `crawl` to one of them. */
export class WordTerms {
  readonly #database = new DatabaseSync(':memory:');

  constructor() {
    for (const [name, tokenize] of Object.entries(TOKENIZERS)) {
      this.#database.exec(`CREATE VIRTUAL TABLE ${name} USING fts5(text, tokenize="${tokenize}")`);
      this.#database.exec(`CREATE VIRTUAL TABLE ${name}_words USING fts5vocab(${name}, instance)`);
    }
  }

  /** @returns null for a text that is not one word, or counts in titles alone */
  of(table: Tokenizer, { type, text }: TextTerm): string | null {
    if (type !== 'word') return null;
    this.#database.exec(`DELETE FROM ${table}`);
    this.#database.prepare(`INSERT INTO ${table} (text) VALUES (?)`).run(separated(text));
    const words = this.#database.prepare(`SELECT term FROM ${table}_words LIMIT 2`).all();
    return words.length === 1 ? String(words[0]?.term) : null;
  }

  close(): void {
    this.#database.close();
  }
}
