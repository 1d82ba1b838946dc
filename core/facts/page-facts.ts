import type { StructuredItem } from '#core/facts/items/structured-item.ts';

/** An address that a page names, as it is written, and its language. */
export interface LanguageLink {
  /** As written, lower case: `de`, `pt-br`, `x-default`. */
  readonly language: string;
  readonly href: string;
}

/** Number of items, and the first of them. */
export interface Counted {
  readonly count: number;
  /** At most 5, each of at most 500 characters. */
  readonly first: readonly string[];
}

/**
 * Facts that an HTML page gives about itself. Addresses are as written, but for those of items
 * where the address of the page is known.
 */
export interface PageFacts {
  /**
   * Text of the first title element outside of SVG; at most 1,000 characters. Null: none, or empty.
   */
  readonly title: string | null;
  /** Content of the first meta description; at most 2,000 characters. */
  readonly description: string | null;
  readonly headings: Counted;
  /** The `lang` of the html element. */
  readonly language: string | null;
  /** The first base element with an href. */
  readonly base: string | null;
  /** Each `rel=canonical` in the head, at most 10. */
  readonly canonicals: readonly string[];
  /** Each `rel=alternate` with hreflang, at most 300. */
  readonly alternates: readonly LanguageLink[];
  /** Contents of meta elements `robots`, at most 10. */
  readonly robots: readonly string[];
  /** `og:…` properties by their names, the first of each, at most 50. */
  readonly openGraph: Readonly<Record<string, string>>;
  /** As written: `article:published_time`, else the first `datePublished` of an item. */
  readonly publishedAt: string | null;
  readonly modifiedAt: string | null;
  /** Words of the body without navigation, header, footer and aside. */
  readonly words: number;
  /** Images, without those in `noscript` and `template`. */
  readonly images: number;
  /** Target of a refresh without delay, as written: search engines take it for a redirect. */
  readonly movesTo: string | null;
  /**
   * Images, buttons that are images, and areas that link, without an `alt` attribute, nor another
   * name, nor a sign that they are decoration or are not shown. An empty `alt` says that the image
   * is decoration.
   */
  readonly imagesWithoutAlt: Counted;
  /**
   * Files that the page and its own style sheets load, or forms that it sends, with an `http:`
   * address. None where its policy has browsers ask with https (`upgrade-insecure-requests`).
   */
  readonly insecure: Counted;
  /**
   * JSON-LD, microdata and RDFa in one shape, at most 100 items. Their ids and what their
   * syntax says is an address are in full.
   */
  readonly items: readonly StructuredItem[];
  /** The page is too long or too deep: these facts are of its beginning. */
  readonly isCut: boolean;
}
