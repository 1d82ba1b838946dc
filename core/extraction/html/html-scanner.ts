import type { Markup } from '#core/extraction/encoding/charset.ts';
import { ElementReader, type ReaderOptions } from '#core/extraction/html/element-reader.ts';
import { ForeignContent } from '#core/extraction/html/foreign-content.ts';
import { HEADINGS, type HeadReader } from '#core/extraction/html/head-reader.ts';
import { HeadState } from '#core/extraction/html/head-state.ts';
import { END_TAGS, END_TAGS_AND_ANCHOR, SLOT, startTags, TEXT_ELEMENTS } from '#core/extraction/html/html-names.ts';
import { HtmlSource } from '#core/extraction/html/html-source.ts';
import type { TakeLinks } from '#core/extraction/links/link-list.ts';
import { clip, collapseSpace } from '#core/extraction/links/plain-text.ts';

/** UTF-16 units of a title; a longer one is cut, and said to be. */
export const MAX_TITLE_LENGTH = 512;
/**
 * Bytes that are decoded for a title, and characters that are collected for an anchor, before white
 * space is collapsed.
 */
const MAX_TITLE_BYTES = 8_192;
const MAX_ANCHOR_CHARACTERS = 4_096;
/** Bytes of a `font` tag in which its attributes are looked for. */
const MAX_FONT_BYTES = 10_000;

const BANG = 0x21;
const DASH = 0x2d;
const SLASH = 0x2f;
const QUESTION = 0x3f;
const CDATA = '[CDATA[';
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/**
 * Goes from `<` to `<` through one page (UTF-8). Elements that a browser's tree builder would drop
 * or move are read where they are written (a link in a `select`, a `frame` outside of a frameset):
 * their addresses are still the author's.
 */
export class HtmlScanner {
  readonly reader: ElementReader;
  readonly #source: HtmlSource;
  readonly #facts: HeadReader | null;
  readonly #startTags: Int32Array;
  readonly #endTags: Int32Array;
  readonly #anchorText: boolean;
  readonly #head = new HeadState();
  readonly #foreign = new ForeignContent();
  /** Head is over and nothing foreign is open: tags outside of the two filters mean nothing. */
  #plain = false;
  #templates = 0;
  #inNoscript = false;
  #title: string | null = null;
  #titleSeen = false;
  #titleCut = false;
  /** The open anchor: place of its link, and its text so far. */
  #anchor = -1;
  #text = '';
  /** Its name where it has no text. */
  #label = '';
  /** An h1 is open whose text is wanted. */
  #inHeading = false;

  /** @param take gets the links beyond the first; null: they are counted */
  constructor({ bytes, charset }: Markup, options: ReaderOptions, take: TakeLinks | null) {
    this.#source = new HtmlSource(bytes, charset);
    this.reader = new ElementReader(this.#source, options, take);
    this.#facts = this.reader.facts;
    this.#startTags = startTags({
      links: options.links !== false,
      resources: options.resources,
      facts: this.#facts !== null,
    });
    this.#endTags = options.anchorText ? END_TAGS_AND_ANCHOR : END_TAGS;
    this.#anchorText = options.anchorText;
  }

  /**
   * Text of the first title element, white space collapsed, at most 512 characters; null when there
   * is none or it is empty.
   */
  get title(): string | null {
    return this.#title;
  }

  /** True if the title is longer than the part that is kept. */
  get titleCut(): boolean {
    return this.#titleCut;
  }

  run(): this {
    const { length, bytes } = this.#source;
    const { links } = this.reader;
    const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0; // a byte order mark is not text
    let textFrom = start;
    for (let at = start; at < length && !links.isDone; ) {
      const tag = this.#nextTag(at);
      if (this.#anchor >= 0 || !this.#plain || this.#inHeading) this.#characters(textFrom, tag);
      const end = tag < length ? this.#markup(tag) : length;
      textFrom = end < 0 ? tag : end;
      at = end < 0 ? tag + 1 : end;
    }
    this.#closeAnchor();
    this.#facts?.closeHeading();
    links.finish();
    return this;
  }

  /** The next `<` that may mean something, or the end. */
  #nextTag(from: number): number {
    const source = this.#source;
    if (this.#plain && this.#anchor < 0 && !this.#inHeading)
      return source.nextNamed(from, this.#startTags, this.#endTags);
    const found = source.nextTag(from);
    return found < 0 ? source.length : found;
  }

  /**
   * @returns offset behind the markup that starts at `tag`, or -1 when that `<` is text (tag open
   * state)
   */
  #markup(tag: number): number {
    const { bytes, length } = this.#source;
    const next = bytes[tag + 1] ?? 0;
    if (isLetter(next)) return this.#startTag(tag + 1);
    if (next === SLASH) {
      if (tag + 2 >= length) return -1;
      const first = bytes[tag + 2] as number;
      if (isLetter(first)) return this.#endTag(tag + 2);
      return this.#source.behind('>', tag + 2);
    }
    if (next === BANG) return this.#declaration(tag + 2);
    return next === QUESTION ? this.#source.behind('>', tag + 1) : -1;
  }

  /**
   * Comment, CDATA section, or anything else up to `>` (a DOCTYPE ends at the first one, in quotes
   * or not).
   */
  #declaration(from: number): number {
    const { bytes } = this.#source;
    if (bytes[from] === DASH && bytes[from + 1] === DASH) return this.#source.commentEnd(from + 2);
    if (this.#foreign.isForeign && this.#source.slice(from, from + CDATA.length) === CDATA)
      return this.#source.behind(']]>', from + CDATA.length);
    return this.#source.behind('>', from);
  }

  #startTag(from: number): number {
    const source = this.#source;
    const nameEnd = source.nameEnd(from + 1);
    const first = source.bytes[from] as number;
    if (this.#plain) {
      if (((this.#startTags[first] as number) & (1 << (nameEnd - from))) === 0) {
        if (this.#inHeading) this.#facts?.breakHeading(source.name(from, nameEnd));
        if (this.#anchor >= 0 && source.name(from, nameEnd) === 'img') return this.#linkedImage(nameEnd);
        return orEnd(source.skipAttributes(nameEnd), source.length);
      }
      if (nameEnd === from + 1) return this.#plainAnchor(nameEnd);
    }
    const name = source.name(from, nameEnd);
    const end = source.readAttributes(nameEnd);
    if (end < 0) return source.length; // cut off in the middle: no tag
    if (this.#isForeign(name, nameEnd, end)) {
      if (name === 'a' && this.#templates === 0) this.#openAnchor(this.reader.foreignAnchor());
      return end;
    }
    if (this.#templates === 0) this.#head.start(name);
    this.#plain = this.#head.isOver && this.#foreign.isEmpty;
    return this.#element(name, end);
  }

  /** The one name of one letter that the filter lets through; half of what it does. */
  #plainAnchor(nameEnd: number): number {
    const end = this.#source.readAttributes(nameEnd);
    if (end >= 0 && this.#templates === 0) this.#openAnchor(this.reader.anchor('a'));
    return orEnd(end, this.#source.length);
  }

  /** An image in an anchor: its alternative text is text of the link (HTML §4.8.4.4). */
  #linkedImage(nameEnd: number): number {
    const end = this.#source.readAttributes(nameEnd);
    if (end >= 0) this.#altText();
    return orEnd(end, this.#source.length);
  }

  #altText(): void {
    if (this.#anchor < 0 || this.#templates > 0 || this.#text.length >= MAX_ANCHOR_CHARACTERS) return;
    const alt = this.#source.attribute(SLOT.alt, MAX_ANCHOR_CHARACTERS);
    if (alt !== null && alt !== '') this.#text += ` ${alt} `;
  }

  #isForeign(name: string, nameEnd: number, end: number): boolean {
    if (this.#foreign.isEmpty && name !== 'svg' && name !== 'math') return false;
    const source = this.#source;
    const styledFont =
      name === 'font' &&
      /[\s/'"](?:color|face|size)[\s=/>]/i.test(source.slice(nameEnd, Math.min(end, nameEnd + MAX_FONT_BYTES)));
    const tag = { name, selfClosing: source.selfClosing, encoding: source.attribute(SLOT.encoding, 100), styledFont };
    const foreign = !this.#foreign.start(tag);
    if (foreign && this.#templates === 0) this.#head.start(name);
    this.#plain = this.#head.isOver && this.#foreign.isEmpty;
    return foreign;
  }

  /**
   * An HTML element has started.
   * @returns offset to continue at: behind the text that some elements have instead of tags
   */
  #element(name: string, end: number): number {
    const source = this.#source;
    if (name === 'template') this.#templates += 1;
    else if (name === 'noscript') this.#inNoscript = true;
    else if (name === 'a' && this.#templates === 0) this.#openAnchor(this.reader.anchor('a'));
    else if (this.#templates === 0) {
      if (name === 'img') this.#altText();
      this.reader.read(name, { inHead: !this.#head.isOver, inNoscript: this.#inNoscript });
      this.#inHeading = this.#facts?.isInHeading === true;
    }
    if (name === 'plaintext') return source.length;
    if (name === 'script') return this.#script(end);
    if (!TEXT_ELEMENTS.has(name)) return end;
    const close = source.textEnd(name, end);
    if (name === 'title') this.#readTitle(end, close);
    return close;
  }

  #script(from: number): number {
    const end = this.#source.scriptEnd(from);
    if (this.#templates === 0) this.#facts?.script(from, end);
    return end;
  }

  #endTag(from: number): number {
    const source = this.#source;
    const nameEnd = source.nameEnd(from + 1);
    const end = orEnd(source.skipAttributes(nameEnd), source.length);
    const first = source.bytes[from] as number;
    const isNamed = ((this.#endTags[first] as number) & (1 << (nameEnd - from))) !== 0;
    if (this.#plain && !isNamed && !this.#inHeading) return end;
    const name = source.name(from, nameEnd);
    if (this.#inHeading) this.#endInHeading(name);
    if (name === 'a') this.#closeAnchor();
    if (!this.#foreign.end(name)) return end;
    if (name === 'template') this.#templates = Math.max(0, this.#templates - 1);
    else if (this.#templates === 0) this.#head.end(name);
    if (name === 'noscript') this.#inNoscript = false;
    this.#plain = this.#head.isOver && this.#foreign.isEmpty;
    return end;
  }

  #characters(from: number, end: number): void {
    if (from >= end) return;
    if (!this.#head.isOver && this.#templates === 0) {
      if (!this.#source.isBlank(from, end)) this.#head.text();
      this.#plain = this.#head.isOver && this.#foreign.isEmpty;
    }
    if (this.#inHeading && this.#templates === 0 && this.#foreign.isEmpty) {
      this.#facts?.text(from, end);
      this.#inHeading = this.#facts?.isInHeading === true;
    }
    if (this.#anchor >= 0 && this.#text.length < MAX_ANCHOR_CHARACTERS)
      this.#text += this.#source.characters(from, Math.min(end, from + MAX_ANCHOR_CHARACTERS));
  }

  #endInHeading(name: string): void {
    if (!HEADINGS.has(name)) return;
    this.#facts?.closeHeading();
    this.#inHeading = false;
  }

  #readTitle(from: number, end: number): void {
    if (this.#titleSeen || this.#templates > 0) return;
    this.#titleSeen = true;
    const text = collapseSpace(this.#source.characters(from, Math.min(end, from + MAX_TITLE_BYTES)));
    this.#title = text === '' ? null : clip(text, MAX_TITLE_LENGTH).trimEnd();
    this.#titleCut = text.length > MAX_TITLE_LENGTH || (text !== '' && end - from > MAX_TITLE_BYTES);
  }

  /** @param place of its link in the list */
  #openAnchor(place: number): void {
    this.#closeAnchor();
    if (!this.#anchorText || place < 0) return;
    this.#anchor = place;
    this.#label = this.#source.attribute(SLOT['aria-label'], MAX_ANCHOR_CHARACTERS) ?? '';
  }

  #closeAnchor(): void {
    if (this.#anchor >= 0)
      this.reader.links.describe(this.#anchor, this.#text.trim() === '' ? this.#label : this.#text);
    this.#anchor = -1;
    this.#text = '';
  }
}

const orEnd = (offset: number, length: number): number => (offset < 0 ? length : offset);
