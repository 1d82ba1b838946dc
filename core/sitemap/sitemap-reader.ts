import type { LanguageLink } from '#core/facts/page-facts.ts';
import { attributesOf, decodeXmlText } from '#core/sitemap/xml-text.ts';
import type { XmlHandler } from '#core/sitemap/xml-tokens.ts';

/** An address with the date that is beside it, both as written. */
export interface RawEntry {
  readonly loc: string;
  readonly lastmod?: string;
  /** Its language versions (`xhtml:link`), if they are read. */
  readonly versions?: readonly LanguageLink[];
}

/** Kind of a document, by its root element. */
interface Kind {
  readonly isIndex: boolean;
  /** Elements that hold an entry. */
  readonly items: ReadonlySet<string>;
  /** Children of an item whose text is an address; of `fallback` only where there is no other. */
  readonly addresses: ReadonlySet<string>;
  readonly fallback: string | null;
  readonly dates: ReadonlySet<string>;
}

const sitemap = (isIndex: boolean): Kind => ({
  isIndex,
  items: new Set(['url', 'sitemap']),
  addresses: new Set(['loc']),
  fallback: null,
  dates: new Set(['lastmod']),
});

const FEED: Kind = {
  isIndex: false,
  items: new Set(['item', 'entry']),
  addresses: new Set(['link']),
  fallback: 'guid',
  dates: new Set(['pubDate', 'updated', 'modified', 'date']),
};

/**
 * sitemaps.org 0.9 with its forerunners, RSS 0.9–2.0 and Atom; `url`: a list that lost its root.
 */
const KINDS: Readonly<Record<string, Kind>> = {
  urlset: sitemap(false),
  url: sitemap(false),
  sitemapindex: sitemap(true),
  sitemap: sitemap(true),
  rss: FEED,
  RDF: FEED,
  feed: FEED,
};

/** A longer text is not an address: no URL may be so long. */
const MOST_TEXT = 4 * 8_192;
const MOST_DATE = 100;
const MOST_VERSIONS = 300;
/** Characters of the language of a version. */
const MOST_LANGUAGE = 35;

/**
 * sitemaps.org 0.9, and Google's 0.84 and 0.9; its extensions (`sitemap-image/1.1`, …) are others.
 */
const SITEMAP_NAMESPACE = /^https?:\/\/(?:www\.)?(?:sitemaps\.org|google\.com)\/schemas\/sitemap\/\d/i;
/** A file that declares more is not an honest one. */
const MOST_PREFIXES = 20;

/** The item that is being read. */
interface Item {
  readonly name: string;
  /** Addresses found so far; each is an entry. */
  readonly addresses: string[];
  fallback: string;
  date: string;
  readonly versions: LanguageLink[];
  /** Text that is in the item itself. */
  own: string;
}

/**
 * Finds the entries of a sitemap, index or feed while it reads the XML. Lenient: every namespace,
 * several `loc` in one element, an address without `loc`, elements that are not closed, an end that
 * is missing. A prefix is ours when the root has it, or when it is declared as a namespace of
 * sitemaps (sitemaps.org 0.9, Google's 0.84 and 0.9). Elements with another prefix are extensions
 * (images, videos, news, mobile, `xhtml:link`), and nothing in them is an entry; where one is not
 * closed, the address behind it still counts.
 */
export class SitemapReader implements XmlHandler {
  readonly entries: RawEntry[] = [];
  /** The document has a type declaration. */
  hasDoctype = false;
  readonly #bytes: Buffer;
  readonly #most: number;
  readonly #readsVersions: boolean;
  #root: { readonly kind: Kind | null } | null = null;
  /** Prefixes of our elements, each with its colon. */
  readonly #prefixes = new Set<string>();
  #item: Item | null = null;
  /** The child of the item that is being read, and its text so far. */
  #field: { readonly name: string; text: string } | null = null;
  /** Open elements inside of the item or the field that have no meaning here. */
  #other = 0;
  /**
   * Text of an address in an extension that is open: it counts when the item ends before the
   * extension does, and has no other address.
   */
  #inExtension: { text: string; isOpen: boolean } | null = null;

  /**
   * @param most no more entries than that, and one: so that the caller sees that there are more
   * @param readsVersions whether entries have their language versions
   */
  constructor(bytes: Buffer, most: number, readsVersions: boolean) {
    this.#bytes = bytes;
    this.#most = most;
    this.#readsVersions = readsVersions;
  }

  /** Null: the root is none that we know, or there is none. */
  get isIndex(): boolean | null {
    return this.#root?.kind?.isIndex ?? null;
  }

  get done(): boolean {
    return this.entries.length > this.#most || (this.#root !== null && this.#root.kind === null);
  }

  doctype(): void {
    this.hasDoctype = true;
  }

  open(written: string, attributes: () => string, isEmpty: boolean): void {
    const isRoot = this.#root === null;
    if (isRoot) this.#begin(written);
    if (isRoot || this.#local(written) === null) this.#learnPrefixes(attributes());
    const name = this.#local(written);
    if (name !== null && this.#root?.kind?.items.has(name)) {
      this.#endItem();
      if (!isEmpty) this.#item = { name, addresses: [], fallback: '', date: '', versions: [], own: '' };
    } else if (this.#item !== null) {
      if (this.#readsVersions && this.#root?.kind !== FEED && /(?:^|:)link$/.test(written))
        this.#addVersion(this.#item, attributes());
      this.#openChild(name, attributes, isEmpty);
    }
  }

  close(written: string): void {
    const name = this.#local(written);
    if (this.#item === null) return;
    if (name === this.#item.name) this.#endItem();
    else if (this.#field !== null && name === this.#field.name) this.#endField();
    else if (this.#other > 0) this.#endOther();
  }

  #endOther(): void {
    this.#other -= 1;
    if (this.#inExtension !== null) this.#inExtension.isOpen = false;
    if (this.#other === 0) this.#inExtension = null; // it was closed: its text belongs to the inner element
  }

  text(from: number, to: number, raw: boolean): void {
    const item = this.#item;
    if (item === null || to - from > MOST_TEXT) return;
    if (this.#other > 0 && this.#inExtension?.isOpen !== true) return;
    if (to === this.#bytes.length) {
      this.#field = null; // half an address is another address
      this.#inExtension = null;
      return;
    }
    const written = this.#bytes.toString('utf8', from, to);
    const text = raw ? written : decodeXmlText(written);
    if (this.#other > 0) this.#addInExtension(text);
    else if (this.#field === null) item.own = added(item.own, text);
    else this.#field.text = added(this.#field.text, text);
  }

  /** The text is over: what was being read counts. */
  end(): void {
    this.#endItem();
    if (this.entries.length > this.#most) this.entries.length = this.#most + 1;
  }

  #begin(written: string): void {
    const colon = written.indexOf(':');
    const name = written.slice(colon + 1);
    const kind = Object.hasOwn(KINDS, name) ? (KINDS[name] ?? null) : null;
    this.#root = { kind };
    this.#prefixes.add(written.slice(0, colon + 1));
  }

  /**
   * Prefixes that a root, or an element whose prefix is unknown, declares for the namespace of
   * sitemaps.
   */
  #learnPrefixes(attributes: string): void {
    if (!attributes.includes('xmlns:')) return;
    for (const [name, value] of attributesOf(attributes)) {
      if (this.#prefixes.size >= MOST_PREFIXES) return;
      if (name.startsWith('xmlns:') && SITEMAP_NAMESPACE.test(value)) this.#prefixes.add(`${name.slice(6)}:`);
    }
  }

  /** The name without a prefix of ours; null: another prefix. */
  #local(written: string): string | null {
    const colon = written.indexOf(':');
    if (colon < 0) return written;
    return this.#prefixes.has(written.slice(0, colon + 1)) ? written.slice(colon + 1) : null;
  }

  #addInExtension(text: string): void {
    const found = this.#inExtension;
    if (found !== null) found.text = added(found.text, text);
  }

  #openChild(name: string | null, attributes: () => string, isEmpty: boolean): void {
    const { kind } = this.#root ?? {};
    const free = this.#other === 0 && this.#field === null;
    if (free && name !== null && kind && isField(kind, name)) {
      const href = kind === FEED && name === 'link' ? linkOf(attributes()) : null;
      if (href !== null) this.#addLink(href);
      if (!isEmpty) this.#field = { name, text: '' };
    } else if (!isEmpty) {
      this.#other += 1;
      const isAddress = this.#field === null && name !== null && kind?.addresses.has(name) === true;
      if (isAddress && this.#inExtension === null) this.#inExtension = { text: '', isOpen: true };
    }
  }

  /** @see https://developers.google.com/search/docs/specialty/international/localized-versions */
  #addVersion({ versions }: Item, attributes: string): void {
    const found = attributesOf(attributes);
    const href = found.get('href');
    const language = found.get('hreflang')?.trim().toLowerCase().slice(0, MOST_LANGUAGE);
    if (href === undefined || found.get('rel') !== 'alternate' || language === undefined) return;
    if (versions.length < MOST_VERSIONS) versions.push({ language, href });
  }

  /** Atom: the first link to the entry itself. */
  #addLink(href: string): void {
    if (this.#item?.addresses.length === 0 && href !== '') this.#item.addresses.push(href);
  }

  #endField(): void {
    const { kind } = this.#root ?? {};
    const [item, field] = [this.#item, this.#field];
    this.#field = null;
    this.#other = 0;
    if (item === null || field === null || !kind) return;
    const text = field.text.trim();
    if (kind.dates.has(field.name)) item.date = text.slice(0, MOST_DATE);
    else if (field.name === kind.fallback) item.fallback = text;
    else if (text !== '') item.addresses.push(text);
  }

  #endItem(): void {
    this.#endField();
    const item = this.#item;
    const lost = this.#inExtension?.text.trim() ?? '';
    this.#item = null;
    this.#other = 0;
    this.#inExtension = null;
    if (item === null) return;
    if (item.addresses.length === 0 && lost !== '') item.addresses.push(lost);
    const own = item.own.trim();
    const spare = item.fallback !== '' ? item.fallback : own;
    const addresses = item.addresses.length === 0 && spare !== '' ? [spare] : item.addresses;
    const more = {
      ...(item.date !== '' && { lastmod: item.date }),
      ...(item.versions.length > 0 && { versions: item.versions }),
    };
    for (const loc of addresses) this.entries.push({ loc, ...more });
  }
}

const isField = ({ addresses, fallback, dates }: Kind, name: string): boolean =>
  addresses.has(name) || name === fallback || dates.has(name);

/** `''`: a link to something else. Null: no `href`, the address is the element's text. */
function linkOf(attributes: string): string | null {
  const found = attributesOf(attributes);
  const href = found.get('href');
  if (href === undefined) return null;
  return (found.get('rel') ?? 'alternate') === 'alternate' ? href : '';
}

const added = (text: string, more: string): string => (text.length > MOST_TEXT ? text : text + more);
