import { DATE, HEAD_FIELDS } from '#core/extraction/html/head-reader.ts';
import { withoutHeadingSigns } from '#core/extraction/links/plain-text.ts';
import { instantTarget } from '#core/extraction/links/refresh.ts';
import { upgradesInsecure } from '#core/facts/content-policy.ts';
import { controlLacksText, isHidden, lacksText } from '#core/facts/image-text.ts';
import { addressResolver, type ResolveAddress } from '#core/facts/items/item-address.ts';
import { ItemRefs } from '#core/facts/items/item-refs.ts';
import { jsonLdItems, type ValueBudget } from '#core/facts/items/json-ld.ts';
import { MarkupItems } from '#core/facts/items/markup-items.ts';
import { firstText, MOST_ITEMS, MOST_VALUES, type StructuredItem } from '#core/facts/items/structured-item.ts';
import { insecureFiles, insecureInStyle } from '#core/facts/loaded-files.ts';
import type { Counted, LanguageLink, PageFacts } from '#core/facts/page-facts.ts';

type Attributes = Readonly<Record<string, string>>;

const MOST_TITLE = 1_000;
const MOST_DESCRIPTION = 2_000;
const MOST_HEADING = 500;
const MOST_SHOWN = 5;
const MOST_CANONICALS = 10;
const MOST_ALTERNATES = 300;
const MOST_OPEN_GRAPH = 50;
const MOST_HREF = 8_192;
const MOST_JSON_LD = 512 * 1024;
/** Characters of style sheets in a page. */
const MOST_STYLE = 512 * 1024;
/** Characters of text that are counted together. */
const MOST_WAITING = 64 * 1024;

/** Elements whose text is not read. */
const SILENT = new Set('script style template noscript iframe object svg math canvas select textarea head'.split(' '));
/** Elements whose words are not the page's own. */
const FURNITURE = new Set(['nav', 'header', 'footer', 'aside']);
/** A browser that runs scripts does not show these elements or their content. */
const NOT_SHOWN = new Set(['noscript', 'template']);

const WORDS = /[\p{L}\p{N}]+/gu;
/** Scripts that write no spaces: two characters count as a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]/gu;

const NOTHING: Counted = { count: 0, first: [] };

class Counter implements Counted {
  count = 0;
  readonly first: string[] = [];

  add(text: string): void {
    this.count += 1;
    if (this.first.length < MOST_SHOWN) this.first.push(text.slice(0, MOST_HEADING));
  }
}

/** Takes the events of a parser, and keeps what `PageFacts` has. */
export class FactReader {
  /** Open elements. */
  depth = 0;
  #title: string | null = null;
  #description: string | null = null;
  #language: string | null = null;
  #base: string | null = null;
  readonly #canonicals: string[] = [];
  readonly #alternates: LanguageLink[] = [];
  readonly #robots: string[] = [];
  readonly #meta = new Map<string, string>();
  /** Dates of meta elements, by the fields that a crawl keeps. */
  readonly #dates = new Map<string, string>();
  readonly #headings = new Counter();
  readonly #withoutAlt = new Counter();
  readonly #insecure = new Counter();
  readonly #budget: ValueBudget = { left: MOST_VALUES };
  readonly #markup: readonly MarkupItems[];
  readonly #resolve: ResolveAddress;
  readonly #jsonLd: StructuredItem[] = [];
  #images = 0;
  #words = 0;
  /** Text that is not counted yet. */
  #waiting = '';
  /** Open elements of which nothing is read, and those of furniture. */
  #silent = 0;
  #furniture = 0;
  #graphics = 0;
  #unseen = 0;
  /** Number of open templates. A browser does not show their content. */
  #templates = 0;
  /** Depth of the outermost open element that hides its content; 0: no open element does. */
  #hiddenDepth = 0;
  #isBody = false;
  /** The page has browsers ask with https for what it names with http. */
  #upgrades = false;
  #movesTo: string | null = null;
  #titleDepth = 0;
  #heading: string | null = null;
  #script: string | null = null;
  #style: string | null = null;

  /**
   * @param referred ids that `itemref` attributes of the page name
   * @param address of the page; null: unknown
   */
  constructor(referred: ReadonlySet<string>, address: string | null) {
    const resolve = addressResolver(address, () => this.#base);
    const budget = this.#budget;
    this.#resolve = resolve;
    this.#markup = [
      new MarkupItems('microdata', { budget, refs: new ItemRefs(referred), resolve }),
      new MarkupItems('rdfa', { budget, refs: new ItemRefs(new Set()), resolve }),
    ];
  }

  handler() {
    return {
      onopentag: (name: string, attributes: Attributes): void => this.#open(name, attributes),
      ontext: (text: string): void => this.#text(text),
      onclosetag: (name: string): void => this.#close(name),
    };
  }

  facts(isCut: boolean): PageFacts {
    this.#count();
    const items = [...this.#jsonLd, ...this.#markup.flatMap((markup) => markup.items)].slice(0, MOST_ITEMS);
    const openGraph = [...this.#meta].filter(([name]) => name.startsWith('og:')).slice(0, MOST_OPEN_GRAPH);
    const dateOf = (meta: string, field: 'published' | 'modified', property: string) =>
      this.#meta.get(meta) ?? this.#dates.get(field) ?? firstText(items, property);
    return {
      title: collapsed(this.#title, MOST_TITLE),
      description: collapsed(this.#description, MOST_DESCRIPTION),
      headings: { count: this.#headings.count, first: this.#headings.first },
      language: collapsed(this.#language, 100),
      base: this.#base,
      canonicals: this.#canonicals,
      alternates: this.#alternates,
      robots: this.#robots,
      openGraph: Object.fromEntries(openGraph),
      publishedAt: dateOf('article:published_time', 'published', 'datePublished'),
      modifiedAt: dateOf('article:modified_time', 'modified', 'dateModified'),
      words: this.#words,
      images: this.#images,
      imagesWithoutAlt: { count: this.#withoutAlt.count, first: this.#withoutAlt.first },
      insecure: this.#upgrades ? NOTHING : { count: this.#insecure.count, first: this.#insecure.first },
      movesTo: this.#movesTo,
      items,
      isCut,
    };
  }

  #open(name: string, attributes: Attributes): void {
    this.depth += 1;
    this.#count();
    if (this.#templates === 0) this.#read(name, attributes);
    if (name === 'template') this.#templates += 1;
    if (NOT_SHOWN.has(name)) this.#unseen += 1;
    if (SILENT.has(name)) this.#silent += 1;
    else if (FURNITURE.has(name)) this.#furniture += 1;
    if (name === 'svg') this.#graphics += 1;
  }

  #read(name: string, attributes: Attributes): void {
    if (name === 'body') this.#isBody = true;
    if (this.#hiddenDepth === 0 && isHidden(attributes)) this.#hiddenDepth = this.depth;
    for (const markup of this.#markup) markup.open(name, attributes, this.depth);
    if (this.#unseen === 0) for (const file of insecureFiles(name, attributes, this.#base)) this.#insecure.add(file);
    if (name === 'html') this.#language ??= attributes.lang ?? null;
    else if (name === 'base') this.#base ??= attributes.href?.slice(0, MOST_HREF) ?? null;
    else if (name === 'meta') this.#takeMeta(attributes);
    else if (name === 'link') this.#takeLink(attributes);
    else if (name === 'img') this.#takeImage(attributes);
    else if (name === 'area' || name === 'input') this.#takeControl(name, attributes);
    else if (name === 'title' && this.#title === null && this.#graphics === 0) this.#openTitle();
    else if (name === 'h1' && !this.#isSilent) this.#heading = '';
    else if (name === 'script' && /^\s*application\/ld\+json/i.test(attributes.type ?? '')) this.#script = '';
    else if (name === 'style' && this.#unseen === 0) this.#style = '';
  }

  get #isSilent(): boolean {
    return this.#silent > 0;
  }

  #openTitle(): void {
    this.#title = '';
    this.#titleDepth = this.depth;
  }

  #text(text: string): void {
    if (this.#titleDepth > 0) {
      if ((this.#title?.length ?? 0) < MOST_TITLE * 2) this.#title = `${this.#title ?? ''}${text}`;
      return;
    }
    if (this.#script !== null && this.#script.length <= MOST_JSON_LD) this.#script += text;
    if (this.#style !== null && this.#style.length <= MOST_STYLE) this.#style += text;
    if (this.#isSilent) return;
    for (const markup of this.#markup) markup.text(text);
    if (this.#heading !== null && this.#heading.length < MOST_HEADING) this.#heading += text;
    if (this.#furniture > 0) return;
    this.#waiting += text;
    if (this.#waiting.length > MOST_WAITING) this.#count();
  }

  #close(name: string): void {
    this.#count();
    if (this.depth === 0) return; // the page ends within this start tag, of which the parser told nothing
    this.depth -= 1;
    for (const markup of this.#markup) markup.close(this.depth);
    if (this.depth < this.#titleDepth) this.#titleDepth = 0;
    if (this.depth < this.#hiddenDepth) this.#hiddenDepth = 0;
    if (name === 'h1' && this.#heading !== null) {
      const text = collapsed(this.#heading, MOST_HEADING);
      if (text !== null) this.#headings.add(withoutHeadingSigns(text));
      this.#heading = null;
    } else if (name === 'script' && this.#script !== null) {
      if (this.#script.length <= MOST_JSON_LD)
        this.#jsonLd.push(...jsonLdItems(this.#script, this.#budget, this.#resolve));
      this.#script = null;
    } else if (name === 'style' && this.#style !== null) {
      for (const file of insecureInStyle(this.#style)) this.#insecure.add(file);
      this.#style = null;
    }
    if (name === 'template') this.#templates -= 1;
    if (NOT_SHOWN.has(name)) this.#unseen -= 1;
    if (SILENT.has(name)) this.#silent -= 1;
    else if (FURNITURE.has(name)) this.#furniture -= 1;
    if (name === 'svg') this.#graphics -= 1;
  }

  #takeMeta({ name, property, content, 'http-equiv': equivalent }: Attributes): void {
    if (content === undefined) return;
    if (equivalent !== undefined) this.#takeEquivalent(equivalent.trim().toLowerCase(), content);
    const key = (name ?? property ?? '').trim().toLowerCase();
    if (key === 'description' && !this.#isBody) this.#description ??= content.slice(0, MOST_DESCRIPTION * 2);
    const field = HEAD_FIELDS.get(key) ?? 'description';
    if (field !== 'description' && !this.#dates.has(field) && DATE.test(content.trim()))
      this.#dates.set(field, content.trim());
    if (key === 'robots' && this.#robots.length < 10) this.#robots.push(content.slice(0, 200));
    if (!/^(?:og|article):/.test(key) || key.length > 100 || this.#meta.size >= MOST_OPEN_GRAPH * 2) return;
    if (!this.#meta.has(key)) this.#meta.set(key, content.trim().slice(0, MOST_DESCRIPTION));
  }

  /** A policy counts in the head only, a refresh anywhere: the first one wins. */
  #takeEquivalent(name: string, content: string): void {
    if (name === 'content-security-policy') this.#upgrades ||= !this.#isBody && upgradesInsecure([content]);
    if (name !== 'refresh' || this.#unseen > 0) return;
    this.#movesTo ??= instantTarget(content);
  }

  #takeLink({ rel = '', href, hreflang }: Attributes): void {
    if (href === undefined || href.length > MOST_HREF) return;
    const tokens = rel.toLowerCase().split(/\s+/);
    if (tokens.includes('canonical') && !this.#isBody && this.#canonicals.length < MOST_CANONICALS) {
      this.#canonicals.push(href.trim());
    }
    if (tokens.includes('alternate') && hreflang !== undefined && this.#alternates.length < MOST_ALTERNATES) {
      this.#alternates.push({ language: hreflang.trim().toLowerCase().slice(0, 35), href: href.trim() });
    }
  }

  #takeImage(attributes: Attributes): void {
    const { alt, src = '' } = attributes;
    if (this.#unseen > 0) return;
    this.#images += 1;
    if (this.#hiddenDepth === 0 && lacksText(attributes)) this.#withoutAlt.add(src);
    else if (alt !== undefined && this.#heading !== null) this.#heading += ` ${alt.slice(0, MOST_HEADING)}`;
  }

  #takeControl(name: string, attributes: Attributes): void {
    if (this.#unseen > 0 || this.#hiddenDepth > 0 || !controlLacksText(name, attributes)) return;
    this.#withoutAlt.add(attributes.src ?? attributes.href ?? '');
  }

  /** Counts the words of the text that waits: a tag ends a word. */
  #count(): void {
    if (this.#waiting === '') return;
    const unspaced = this.#waiting.match(UNSPACED)?.length ?? 0;
    const rest = unspaced === 0 ? this.#waiting : this.#waiting.replace(UNSPACED, ' ');
    this.#words += (rest.match(WORDS)?.length ?? 0) + Math.ceil(unspaced / 2);
    this.#waiting = '';
  }
}

/** White space collapsed; null for nothing. */
function collapsed(text: string | null, most: number): string | null {
  const plain = (text ?? '').replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed();
  return plain === '' ? null : plain;
}
