import { type JsonLdThing, jsonLdThings } from '#core/facts/items/json-ld.ts';
import { MOST_VALUES } from '#core/facts/items/structured-item.ts';

/** Characters of all JSON-LD of a page that are read for its dates. */
const MOST_CHARACTERS = 256 * 1024;

/** Dates as the page has them. */
export interface PageDates {
  readonly published?: string;
  readonly modified?: string;
}

/**
 * Takes `datePublished` and `dateModified` from the JSON-LD of a page, each from the first thing
 * that has it. Things within things do not count: a review of a product has a date, too.
 * @see https://schema.org/datePublished
 */
export class JsonLdDates {
  readonly #form: RegExp;
  #published: string | undefined;
  #modified: string | undefined;
  #left = MOST_CHARACTERS;

  /** @param form of a date; others are ignored */
  constructor(form: RegExp) {
    this.#form = form;
  }

  get dates(): PageDates {
    return {
      ...(this.#published !== undefined && { published: this.#published }),
      ...(this.#modified !== undefined && { modified: this.#modified }),
    };
  }

  /** Reads the text of a script. One without a date costs no more than a look for the names. */
  read(text: string): void {
    if (text.length > this.#left || !/"date(?:Published|Modified)"/.test(text)) return;
    this.#left -= text.length;
    const things = jsonLdThings(text, MOST_VALUES);
    this.#published ??= this.#firstDate(things, 'datePublished');
    this.#modified ??= this.#firstDate(things, 'dateModified');
  }

  #firstDate(things: readonly JsonLdThing[], name: string): string | undefined {
    for (const thing of things) {
      const date = thing[name];
      if (typeof date === 'string' && this.#form.test(date.trim())) return date.trim();
    }
    return undefined;
  }
}
