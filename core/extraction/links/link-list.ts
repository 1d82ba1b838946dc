import type { LinkKind } from '#core/extraction/links/link-kind.ts';
import { clip, collapseSpace } from '#core/extraction/links/plain-text.ts';

/** Most links of a page in memory at once; those beyond are read again, as many at a time. */
export const HELD_LINKS = 2_000;
export const MAX_HREF_BYTES = 8_192;
/** Characters of an anchor's text, and of its rel. */
export const MAX_TEXT_LENGTH = 500;
export const MAX_REL_LENGTH = 100;

/** A link as the page writes it: not resolved, not judged. */
export interface RawLink {
  /** Character references decoded, TAB, LF and CR removed, white space at the ends too. */
  readonly href: string;
  readonly kind: LinkKind | 'resource';
  /** Its own rel says so; meta robots is separate. */
  readonly nofollow: boolean;
  readonly rel?: string;
  /** Text of the anchor, with that of images in it, white space collapsed. */
  readonly text?: string;
}

/**
 * White space that the URL parser would strip anyway is removed here, so that equal links are equal
 * strings.
 */
export function cleanHref(href: string): string {
  if (!/[\t\n\f\r ]/.test(href)) return href;
  return href.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').replace(/[\t\n\r]+/g, '');
}

/**
 * Tokens of a rel attribute in lower case. Split at commas too: `nofollow,noindex` is meant as two.
 */
export const relTokens = (rel: string): string[] => rel.toLowerCase().split(/[\s,]+/);

/**
 * Takes some of a page's links, in document order.
 * @returns `enough`: the page is not read further
 */
export type TakeLinks = (links: readonly RawLink[]) => 'more' | 'enough';

/**
 * The links of one page in document order: all that its bytes hold, except hrefs that are too long.
 * It keeps the first `HELD_LINKS` and counts those beyond; or gives those beyond to `take`, as many
 * at a time.
 */
export class LinkList {
  readonly #withText: boolean;
  readonly #take: TakeLinks | null;
  #links: RawLink[] = [];
  /** Place of the first of `#links`. */
  #from = 0;
  #count = 0;
  #ignored = 0;
  #isDone = false;

  constructor(withText: boolean, take: TakeLinks | null) {
    this.#withText = withText;
    this.#take = take;
  }

  /** The first `HELD_LINKS`. */
  get links(): readonly RawLink[] {
    return this.#links;
  }

  /** Number of links after those. */
  get beyond(): number {
    return Math.max(0, this.#count - HELD_LINKS);
  }

  /** Links whose href is too long. */
  get ignored(): number {
    return this.#ignored;
  }

  /** True once `take` has enough: the list takes no further links. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /**
   * @param href cleaned; null when it is too long
   * @param rel null: it has none
   * @returns its place, or -1 when it is ignored
   */
  add(href: string | null, kind: RawLink['kind'], rel: string | null): number {
    if (href === null) {
      this.#ignored += 1;
      return -1;
    }
    const place = this.#count;
    this.#count += 1;
    if (place < HELD_LINKS === (this.#take === null)) this.#hold(this.#linkOf(href, kind, rel), place);
    return place;
  }

  #linkOf(href: string, kind: RawLink['kind'], rel: string | null): RawLink {
    const link = { href, kind, nofollow: rel !== null && relTokens(rel).includes('nofollow') };
    const shown = this.#withText && rel !== null;
    return shown ? { ...link, rel: clip(collapseSpace(rel), MAX_REL_LENGTH) } : link;
  }

  /** Sets the text of the link at `place`, if it is still here. */
  describe(place: number, text: string): void {
    const link = this.#links[place - this.#from];
    if (link !== undefined)
      this.#links[place - this.#from] = { ...link, text: clip(collapseSpace(text), MAX_TEXT_LENGTH).trimEnd() };
  }

  /** Passes the remaining links to `take`. */
  finish(): void {
    if (this.#links.length > 0 && !this.#isDone) this.#isDone = this.#take?.(this.#links) === 'enough';
  }

  #hold(link: RawLink, place: number): void {
    if (this.#links.length >= HELD_LINKS) {
      this.finish();
      this.#links = [];
    }
    if (this.#links.length === 0) this.#from = place;
    this.#links.push(link);
  }
}
