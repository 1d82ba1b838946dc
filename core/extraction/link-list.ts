import { clip, collapseSpace } from '#core/extraction/plain-text.ts';
import type { LinkKind } from '#core/workflow/workflow.ts';

/** Beyond these, links are counted as ignored. Four times as many as Heritrix takes (6,000): a page of a million then costs less than twice its own size. */
export const MAX_LINKS = 25_000;
export const MAX_HREF_BYTES = 8_192;
/** Characters of an anchor's text, and of its rel. */
export const MAX_TEXT_LENGTH = 500;
export const MAX_REL_LENGTH = 100;

/** A link as it stands on the page: not resolved, not judged. */
export interface RawLink {
  /** Character references decoded, TAB, LF and CR removed, white space at the ends too. */
  readonly href: string;
  readonly kind: LinkKind | 'resource';
  /** Its own rel says so; meta robots is told apart. */
  readonly nofollow: boolean;
  readonly rel?: string;
  /** Text of the anchor, white space collapsed. */
  readonly text?: string;
}

/** A link that was known before, by its number in `KnownHrefs`: of kind `a`, without rel. */
export type KnownLink = number;

export type FoundLink = RawLink | KnownLink;

/** Hrefs that links had before, with a number each. */
export interface KnownHrefs {
  /** Number of the href that stands between two offsets, in visible ASCII; -1: it is not known. */
  find(bytes: Uint8Array, from: number, end: number): number;
  /** The href of a number that it gave. */
  text(number: number): string;
}

/** White space that the URL parser would strip anyway is removed here, so that equal links are equal strings. */
export function cleanHref(href: string): string {
  if (!/[\t\n\f\r ]/.test(href)) return href;
  return href.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').replace(/[\t\n\r]+/g, '');
}

/** Tokens of a rel attribute in lower case. Split at commas too: `nofollow,noindex` is meant as two. */
export const relTokens = (rel: string): string[] => rel.toLowerCase().split(/[\s,]+/);

/** What is known of a link besides its href. */
export interface LinkFacts {
  readonly kind: RawLink['kind'];
  readonly rel: string | null;
}

/** The links of one page in document order, up to its limits. */
export class LinkList {
  readonly #links: FoundLink[] = [];
  readonly #withText: boolean;
  #ignored = 0;

  constructor(withText: boolean) {
    this.#withText = withText;
  }

  get links(): readonly FoundLink[] {
    return this.#links;
  }

  /** Links beyond the limits. */
  get ignored(): number {
    return this.#ignored;
  }

  /** @param href cleaned; null when it is too long. @returns its place, or -1 when it was ignored */
  add(href: string | null, { kind, rel }: LinkFacts): number {
    if (href === null || this.#links.length >= MAX_LINKS) {
      this.#ignored += 1;
      return -1;
    }
    const link = { href, kind, nofollow: rel !== null && relTokens(rel).includes('nofollow') };
    const shown = this.#withText && rel !== null;
    return this.#links.push(shown ? { ...link, rel: clip(collapseSpace(rel), MAX_REL_LENGTH) } : link) - 1;
  }

  /** @returns its place, or -1 when it was ignored */
  addKnown(link: KnownLink): number {
    if (this.#links.length < MAX_LINKS) return this.#links.push(link) - 1;
    this.#ignored += 1;
    return -1;
  }

  /** Sets the text of the link at `place`. */
  describe(place: number, text: string): void {
    const link = this.#links[place];
    if (typeof link === 'object')
      this.#links[place] = { ...link, text: clip(collapseSpace(text), MAX_TEXT_LENGTH).trimEnd() };
  }
}
