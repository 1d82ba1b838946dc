import { SLOT, type Slot } from '#core/extraction/html/html-names.ts';
import type { HtmlSource } from '#core/extraction/html/html-source.ts';
import { clip, withoutHeadingSigns } from '#core/extraction/links/plain-text.ts';
import { JsonLdDates } from '#core/facts/items/json-ld-dates.ts';

/**
 * Facts that a page gives about itself, each from the first element that has it. One that the page
 * does not give, or not in the form of such a fact, is absent.
 */
export interface HeadFacts {
  /** Of a meta element `description` or `og:description`; at most 1,000 characters. */
  readonly description?: string;
  /** Language tag (BCP 47) of an `html` element. */
  readonly language?: string;
  /** Dates as the page has them, ISO 8601; of meta and time elements, else of JSON-LD. */
  readonly published?: string;
  readonly modified?: string;
  /** Text of the first `h1` that has some; at most 500 characters. */
  readonly h1?: string;
}

const MOST_DESCRIPTION = 1_000;
const MOST_H1 = 500;
/** Characters of a heading that are collected before white space is collapsed. */
const MOST_COLLECTED = 4_096;
/** Bytes of an attribute that are decoded. */
const MOST_BYTES = 10_000;
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}$/;
export const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]{4,18}(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const JSON_LD = 'application/ld+json';
type Field = 'description' | 'published' | 'modified';
/** Names of meta and time elements, in lower case. */
export const HEAD_FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['description', 'description'],
  ['og:description', 'description'],
  ['article:published_time', 'published'],
  ['datepublished', 'published'],
  ['dc.date', 'published'],
  ['dcterms.created', 'published'],
  ['dc.date.issued', 'published'],
  ['dcterms.issued', 'published'],
  ['dcterms.date', 'published'],
  ['date', 'published'],
  ['pubdate', 'published'],
  ['publish_date', 'published'],
  ['publishdate', 'published'],
  ['parsely-pub-date', 'published'],
  ['sailthru.date', 'published'],
  ['og:article:published_time', 'published'],
  ['article:modified_time', 'modified'],
  ['datemodified', 'modified'],
  ['og:updated_time', 'modified'],
  ['dcterms.modified', 'modified'],
  ['dc.date.modified', 'modified'],
  ['lastmod', 'modified'],
  ['last-modified', 'modified'],
  ['og:article:modified_time', 'modified'],
]);
/** The start or end of any of them ends a heading (HTML §13.2.6.4.7). */
export const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** Elements that separate the words of a heading. */
const BREAKS: ReadonlySet<string> = new Set(['br', 'p', 'div']);

/** Takes what a page says of itself from the elements that the scanner passes. */
export class HeadReader {
  readonly #source: HtmlSource;
  readonly #facts: { -readonly [K in keyof HeadFacts]: HeadFacts[K] } = {};
  readonly #jsonLd = new JsonLdDates(DATE);
  /** Text of the open h1 so far; null: none is open. */
  #heading: string | null = null;

  constructor(source: HtmlSource) {
    this.#source = source;
  }

  get facts(): HeadFacts {
    return { ...this.#jsonLd.dates, ...this.#facts };
  }

  /** An h1 is open whose text is wanted. */
  get isInHeading(): boolean {
    return this.#heading !== null;
  }

  /** Reads the element called `name`; its attributes are those that the source read last. */
  read(name: string): void {
    if (name === 'meta') this.#field(SLOT.content);
    else if (name === 'time') this.#field(SLOT.datetime);
    else if (name === 'html') this.#language();
    else if (HEADINGS.has(name)) {
      this.closeHeading();
      if (name === 'h1' && this.#facts.h1 === undefined) this.#heading = '';
    }
  }

  /** Text of a script element, whose attributes are those that the source read last. */
  script(from: number, end: number): void {
    const type = this.#source.attribute(SLOT.type, MOST_BYTES);
    if (type?.trim().toLowerCase() === JSON_LD) this.#jsonLd.read(this.#source.scriptText(from, end));
  }

  /** Text between two tags of the open heading. */
  text(from: number, end: number): void {
    if (this.#heading === null) return;
    this.#heading += this.#source.characters(from, Math.min(end, from + MOST_COLLECTED));
    if (this.#heading.length > MOST_COLLECTED) this.closeHeading();
  }

  /** A start tag in the open heading: some end a word. */
  breakHeading(name: string): void {
    if (this.#heading !== null && BREAKS.has(name)) this.#heading += ' ';
  }

  /** The heading ends, or the page. */
  closeHeading(): void {
    if (this.#heading === null) return;
    const text = withoutHeadingSigns(oneLine(this.#heading, MOST_H1));
    if (text !== '') this.#facts.h1 = text;
    this.#heading = null;
  }

  #language(): void {
    const language = this.#source.attribute(SLOT.lang, MOST_BYTES);
    if (language !== null && LANGUAGE.test(language)) this.#facts.language ??= language;
  }

  #field(slot: Slot): void {
    const field = this.#named(SLOT.name) ?? this.#named(SLOT.property) ?? this.#named(SLOT.itemprop);
    if (field === undefined || this.#facts[field] !== undefined) return;
    const value = oneLine(this.#source.attribute(slot, MOST_BYTES) ?? '', MOST_DESCRIPTION);
    if (value !== '' && (field === 'description' || DATE.test(value))) this.#facts[field] = value;
  }

  /** An element can have several names, as a `name` beside an `itemprop`. */
  #named(slot: Slot): Field | undefined {
    const name = this.#source.attribute(slot, MOST_BYTES);
    return name === null ? undefined : HEAD_FIELDS.get(name.trim().toLowerCase());
  }
}

/** A run of spaces that is not one space. */
const LOOSE = /\s{2}|[^\S ]/;
const oneLine = (text: string, most: number): string =>
  clip((LOOSE.test(text) ? text.replace(/\s+/g, ' ') : text).trim(), most).trimEnd();
