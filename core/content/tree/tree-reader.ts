import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { type ContentElement, elementOf, measureAlone } from '#core/content/tree/content-tree.ts';
import { type TagName, tagNameOf } from '#core/content/tree/tag-names.ts';

type Attributes = ContentElement['attributes'];

/** A page whose tree has more is given as plain text. */
const MOST_ELEMENTS = 100_000;
const MOST_DEPTH = 500;
const TEX_SCRIPT = /^math\/tex/i;
/** Attributes that are read; the others are passed. */
const KEPT = new Map(
  (
    'align alt alttext aria-hidden aria-label checked class colspan content data-callout-type data-inline-task-id data-lang ' +
    'data-language data-lazy-src data-lazy-srcset data-nosnippet data-original data-pagefind-ignore data-src data-srcset ' +
    'data-syntaxhighlighter-params datetime display encoding for height hidden href id itemprop lang language name ' +
    'property rel role rowspan src srcset start style type width'
  )
    .split(' ')
    .map((name) => [name, name] as const),
);
/** Longer values are cut, addresses and TeX too. */
const MOST_VALUE = 2_000;
const NONE: Attributes = {};

const isOfTabs = ({ name, attributes }: ContentElement): boolean =>
  attributes.role === 'tablist' ||
  (name === 'input' && attributes.type === 'radio') ||
  attributes.class?.includes('tabbed-labels') === true ||
  attributes.class?.includes('nav-tabs') === true;

const [TAB, LINE, FEED, RETURN, SPACE] = [9, 10, 12, 13, 32];
const [BANG, DOUBLE, SINGLE, DASH, SLASH, EQUALS, GREATER, QUESTION] = [0x21, 0x22, 0x27, 0x2d, 0x2f, 0x3d, 0x3e, 0x3f];

const isSpace = (code: number): boolean =>
  code === SPACE || code === LINE || code === TAB || code === RETURN || code === FEED;
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** The page has more elements or more depth than the limit. */
export class TooComplexTree extends Error {}

/**
 * The tree of an HTML page, measured, without scripts, styles and comments. Takes time linear in
 * its length.
 *
 * @throws TooComplexTree for more than 100,000 elements or a depth of 500
 */
export const contentTree = (html: string): ContentElement => pageTree(html).root;

/** The tree of a page, and what rules would have to go through all of it for. */
export interface PageTree {
  readonly root: ContentElement;
  /** Its `body` elements: scripts of templates can have further ones. */
  readonly bodies: readonly ContentElement[];
  /** Its first `base` with an address. */
  readonly base: ContentElement | undefined;
  /** Has an element of tabs: a list, or a radio button. */
  readonly mayHaveTabs: boolean;
  /** Has a text with a dollar or a backslash. */
  readonly mayHaveTex: boolean;
}

/** As `contentTree`. @throws TooComplexTree */
export const pageTree = (html: string): PageTree => new TreeReader(html).read();

/**
 * Builds the tree of a page in one pass from `<` to `<`. Each element is measured when it ends. It
 * reads tags as the tokenizer of HTML does (§13.2.5), and ends elements as `TagName` says. Markup
 * that the page does not end is not text.
 */
class TreeReader implements PageTree {
  readonly bodies: ContentElement[] = [];
  base: ContentElement | undefined;
  mayHaveTabs = false;
  mayHaveTex = false;
  readonly root: ContentElement = elementOf('#root', NONE);
  readonly #html: string;
  /** Open elements, and those of them that are in the tree, below the root. */
  readonly #tags: TagName[] = [];
  readonly #open: ContentElement[] = [this.root];
  /** For each open foreign element, and each of HTML in one: is it foreign? */
  readonly #foreign: boolean[] = [];
  #elements = 0;
  /** Number of open elements around the open silent element; infinite: no silent one is open. */
  #silentAt = Number.POSITIVE_INFINITY;
  /** The tag that was read last: its attributes that are kept, and whether it ends with `/>`. */
  #attributes: Attributes = NONE;
  #isClosed = false;
  /** Place of the next `&`, or the length of the page. */
  #reference = -1;

  constructor(html: string) {
    this.#html = html;
  }

  read(): this {
    const html = this.#html;
    let textFrom = 0;
    for (let at = 0; at < html.length; ) {
      const tag = html.indexOf('<', at);
      const next = tag < 0 ? html.length : tag + 1;
      const isMarkup = tag >= 0 && this.#isMarkup(next);
      at = next;
      if (!isMarkup && at < html.length) continue;
      const textEnd = isMarkup ? tag : html.length;
      if (textEnd > textFrom && this.#tags.length <= this.#silentAt) this.#text(textFrom, textEnd);
      if (isMarkup) at = this.#markup(next);
      textFrom = at;
    }
    this.#endTo(0);
    measureAlone(this.root);
    return this;
  }

  /** Does markup begin with the `<` before this place? */
  #isMarkup(at: number): boolean {
    const code = this.#html.charCodeAt(at);
    if (isLetter(code) || code === BANG || code === QUESTION) return true;
    return code === SLASH && this.#html.charCodeAt(this.#pastSpace(at + 1)) !== GREATER;
  }

  /** @returns place behind the markup whose `<` is before this place */
  #markup(at: number): number {
    const html = this.#html;
    const code = html.charCodeAt(at);
    if (code === SLASH) return this.#endTag(this.#pastSpace(at + 1));
    if (code === QUESTION) return this.#behind('>', at + 1);
    if (code !== BANG) return this.#startTag(at);
    if (html.charCodeAt(at + 1) !== DASH) return this.#behind('>', at + 2);
    return html.charCodeAt(at + 2) === DASH ? this.#behind('-->', at + 1) : this.#behind('>', at + 3);
  }

  #behind(mark: string, from: number): number {
    const found = this.#html.indexOf(mark, from);
    return found < 0 ? this.#html.length : found + mark.length;
  }

  #pastSpace(from: number): number {
    let at = from;
    while (isSpace(this.#html.charCodeAt(at))) at += 1;
    return at;
  }

  #startTag(from: number): number {
    const html = this.#html;
    let at = from;
    for (; at < html.length; at += 1) {
      const code = html.charCodeAt(at);
      if (code === GREATER || code === SLASH || isSpace(code)) break;
    }
    const tag = tagNameOf(html.slice(from, at));
    const end = this.#readAttributes(at);
    if (end < 0) return html.length;
    this.#start(tag, this.#attributes);
    if (this.#isClosed && this.#foreign.at(-1) === true) {
      if (this.#tags.at(-1) === tag) this.#endTo(this.#tags.length - 1);
      return end;
    }
    return tag.isRaw && !this.#isClosed ? this.#rawText(tag, end) : end;
  }

  /** @returns place behind the `>` of the tag, or -1 if the page ends before */
  #readAttributes(from: number): number {
    const html = this.#html;
    this.#attributes = NONE;
    this.#isClosed = false;
    for (let at = from; at < html.length; ) {
      const code = html.charCodeAt(at);
      if (code === GREATER) return at + 1;
      if (code === SLASH) {
        at = this.#pastSpace(at + 1);
        this.#isClosed = html.charCodeAt(at) === GREATER;
      } else if (isSpace(code)) at += 1;
      else at = this.#attribute(at);
    }
    return -1;
  }

  /** @returns place behind the attribute that begins here */
  #attribute(from: number): number {
    const html = this.#html;
    let at = from + 1; // the first character can be `=`
    for (; at < html.length; at += 1) {
      const code = html.charCodeAt(at);
      if (code === EQUALS || code === GREATER || code === SLASH || isSpace(code)) break;
    }
    const name = html.slice(from, at);
    at = this.#pastSpace(at);
    if (html.charCodeAt(at) !== EQUALS) {
      this.#keep(name, at, at);
      return at;
    }
    at = this.#pastSpace(at + 1);
    const quote = html.charCodeAt(at);
    if (quote === DOUBLE || quote === SINGLE) {
      const end = html.indexOf(quote === DOUBLE ? '"' : "'", at + 1);
      if (end < 0) return html.length;
      this.#keep(name, at + 1, end);
      return end + 1;
    }
    const valueFrom = at;
    while (at < html.length && html.charCodeAt(at) !== GREATER && !isSpace(html.charCodeAt(at))) at += 1;
    this.#keep(name, valueFrom, at);
    return at;
  }

  /** The first of several attributes with one name counts. */
  #keep(written: string, from: number, end: number): void {
    const name = KEPT.get(written) ?? KEPT.get(written.toLowerCase());
    if (name === undefined || name in this.#attributes) return;
    if (this.#attributes === NONE) this.#attributes = {};
    // with the character behind the value, as it decides how a reference without semicolon ends
    const value = this.#hasReference(from, end)
      ? decodeHTMLAttribute(this.#html.slice(from, end + 1)).slice(0, -1)
      : this.#html.slice(from, end);
    (this.#attributes as Record<string, string>)[name] = value.slice(0, MOST_VALUE);
  }

  /** Places come in their order: the page is searched once. */
  #hasReference(from: number, end: number): boolean {
    if (this.#reference < from) {
      const found = this.#html.indexOf('&', from);
      this.#reference = found < 0 ? this.#html.length : found;
    }
    return this.#reference < end;
  }

  #text(from: number, end: number): void {
    const text = this.#hasReference(from, end)
      ? decodeHTML(this.#html.slice(from, end + 1)).slice(0, end < this.#html.length ? -1 : undefined)
      : this.#html.slice(from, end);
    this.#addText(text);
  }

  #addText(text: string): void {
    this.mayHaveTex ||= text.includes('$') || text.includes('\\');
    const children = this.#open.at(-1)?.children ?? [];
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + text;
    else children.push(text);
  }

  /** @returns place of the end tag, or the end of the page */
  #rawText({ name }: TagName, from: number): number {
    const html = this.#html;
    let end = html.indexOf('</', from);
    while (end >= 0 && !this.#isEndTagOf(name, end + 2)) end = html.indexOf('</', end + 2);
    if (end < 0) end = html.length;
    if (end > from && this.#tags.length <= this.#silentAt) this.#addText(html.slice(from, end));
    return end;
  }

  #isEndTagOf(name: string, at: number): boolean {
    const behind = this.#html.charCodeAt(at + name.length);
    if (behind !== GREATER && !isSpace(behind)) return false;
    return this.#html.slice(at, at + name.length).toLowerCase() === name;
  }

  #start(tag: TagName, attributes: Attributes): void {
    const tags = this.#tags;
    const { ends } = tag;
    if (ends !== null) while (ends.has(tags.at(-1)?.name ?? '')) this.#endTo(tags.length - 1);
    this.#elements += 1;
    if (this.#elements > MOST_ELEMENTS || tags.length >= MOST_DEPTH) throw new TooComplexTree();
    if (tags.length <= this.#silentAt) this.#add(tag, attributes);
    if (tag.isVoid) return;
    tags.push(tag);
    if (tag.isForeign !== null) this.#foreign.push(tag.isForeign);
  }

  /** Adds it to the tree, or nothing, up to its end, if it is silent. */
  #add(tag: TagName, attributes: Attributes): void {
    if (tag.isSilent && !(tag.name === 'script' && TEX_SCRIPT.test(attributes.type ?? ''))) {
      this.#silentAt = this.#tags.length;
      return;
    }
    const element = elementOf(tag.name, attributes);
    if (tag.name === 'body') this.bodies.push(element);
    else if (tag.name === 'base' && 'href' in attributes) this.base ??= element;
    this.mayHaveTabs ||= isOfTabs(element);
    this.#open.at(-1)?.children.push(element);
    if (!tag.isVoid) this.#open.push(element);
  }

  #endTag(from: number): number {
    const html = this.#html;
    if (!isLetter(html.charCodeAt(from))) return this.#behind('>', from + 1);
    let at = from;
    while (at < html.length && html.charCodeAt(at) !== GREATER && !isSpace(html.charCodeAt(at))) at += 1;
    this.#end(tagNameOf(html.slice(from, at)));
    return this.#behind('>', at);
  }

  #end(tag: TagName): void {
    if (tag.isForeign !== null) this.#foreign.pop();
    if (tag.isVoid) {
      if (tag.name === 'br') this.#start(tag, NONE);
      return;
    }
    const place = this.#tags.findLastIndex(({ name }) => name === tag.name);
    if (place >= 0) this.#endTo(place);
    else if (tag.name === 'p') {
      this.#start(tag, NONE); // an end tag alone is an empty paragraph
      this.#endTo(this.#tags.length - 1);
    }
  }

  /** Ends the elements that are open from this one on. */
  #endTo(place: number): void {
    this.#tags.length = place;
    if (place <= this.#silentAt) this.#silentAt = Number.POSITIVE_INFINITY;
    while (this.#open.length > place + 1) {
      const element = this.#open.pop();
      if (element !== undefined) measureAlone(element);
    }
  }
}
