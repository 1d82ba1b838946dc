import { charsetInContent, metaEncoding } from '#core/extraction/encoding/meta-prescan.ts';
import { HeadReader } from '#core/extraction/html/head-reader.ts';
import { SLOT, type Slot } from '#core/extraction/html/html-names.ts';
import type { HtmlSource } from '#core/extraction/html/html-source.ts';
import {
  directives,
  isForRobots,
  mergeDirectives,
  NO_DIRECTIVES,
  type RobotsDirectives,
} from '#core/extraction/html/robots-directives.ts';
import {
  cleanHref,
  LinkList,
  MAX_HREF_BYTES,
  type RawLink,
  relTokens,
  type TakeLinks,
} from '#core/extraction/links/link-list.ts';
import { MAX_REFRESH_SECONDS, parseRefresh } from '#core/extraction/links/refresh.ts';
import { srcsetAddresses } from '#core/extraction/links/srcset.ts';

/** Facts that the caller needs from a page. */
export interface ReaderOptions {
  /** False: links of the body are passed, and not counted. @default true */
  readonly links?: boolean;
  /** Also text and rel of links; of an image the alternative text. */
  readonly anchorText: boolean;
  /** Also images, style sheets, icons and scripts, as links of kind `resource`. */
  readonly resources: boolean;
  /** Also what the page says of itself (HeadFacts). @default false */
  readonly facts?: boolean;
  /**
   * Product token of our user agent: `<meta name=TOKEN>` restricts us like `robots`.
   * @default none
   */
  readonly agentToken?: string;
}

/** Position of an element. */
export interface ElementPosition {
  readonly inHead: boolean;
  /**
   * Browsers with scripting do not see it: neither base nor refresh nor canonical is taken from
   * there.
   */
  readonly inNoscript: boolean;
}

const MAX_ATTRIBUTE_BYTES = 10_000;
const RESOURCE_RELS = ['stylesheet', 'icon', 'apple-touch-icon', 'mask-icon'];

/**
 * Takes links and facts from one start tag after another; the attributes are those that the source
 * read last.
 */
export class ElementReader {
  readonly links: LinkList;
  /** Null if the workflow turns the facts of pages off. */
  readonly facts: HeadReader | null;
  readonly #source: HtmlSource;
  readonly #resources: boolean;
  readonly #withText: boolean;
  readonly #agentToken: string;
  #baseHref: string | null = null;
  #canonical: string | null = null;
  #robots: RobotsDirectives = NO_DIRECTIVES;
  #metaCharset: string | null = null;

  constructor(source: HtmlSource, options: ReaderOptions, take: TakeLinks | null) {
    this.#source = source;
    this.#resources = options.resources;
    this.#withText = options.anchorText;
    this.#agentToken = options.agentToken ?? '';
    this.facts = options.facts === true ? new HeadReader(source) : null;
    this.links = new LinkList(options.anchorText, take);
  }

  get baseHref(): string | null {
    return this.#baseHref;
  }

  get canonical(): string | null {
    return this.#canonical;
  }

  get robots(): RobotsDirectives {
    return this.#robots;
  }

  /** Encoding from the first meta element that names one. */
  get metaCharset(): string | null {
    return this.#metaCharset;
  }

  /** Reads the element called `name`. */
  read(name: string, position: ElementPosition): void {
    this.facts?.read(name);
    if (name === 'area') this.#area();
    else if (name === 'iframe' || name === 'frame') this.#embed(SLOT.src, name);
    else if (name === 'base') this.#base(position);
    else if (name === 'link') this.#link(position);
    else if (name === 'meta') this.#meta(position);
    else if (this.#resources) this.#resource(name);
  }

  /** Its alternative text is the text of its link (HTML §4.8.13). */
  #area(): void {
    const index = this.anchor('area');
    const alt = this.#withText && index >= 0 ? this.#source.attribute(SLOT.alt, MAX_ATTRIBUTE_BYTES) : null;
    if (alt !== null) this.links.describe(index, alt);
  }

  /** @returns index of the link in the list, or -1 when there is none */
  anchor(kind: 'a' | 'area'): number {
    return this.#anchor(this.#address(SLOT.href), kind);
  }

  /**
   * An `a` of SVG, which may have `xlink:href` where there is no `href` (SVG 2 §16.1.5).
   * @returns as `anchor`
   */
  foreignAnchor(): number {
    const href = this.#address(SLOT.href);
    return this.#anchor(href === undefined ? this.#address(SLOT['xlink:href']) : href, 'a');
  }

  #anchor(href: string | null | undefined, kind: 'a' | 'area'): number {
    return href === undefined ? -1 : this.links.add(href, kind, this.#source.attribute(SLOT.rel, MAX_ATTRIBUTE_BYTES));
  }

  /** Cleaned; undefined when there is none, null when it is too long. */
  #address(slot: Slot): string | null | undefined {
    const source = this.#source;
    if (source.attributeBytes(slot) > MAX_HREF_BYTES) return null;
    const address = source.attribute(slot, MAX_HREF_BYTES);
    if (address === null) return undefined;
    return source.isPlain(slot) ? address : cleanHref(address);
  }

  /** An address that does not count when it is empty: it would be the page itself. */
  #embed(slot: Slot, kind: RawLink['kind']): void {
    const address = this.#address(slot);
    if (address === undefined || address === '') return;
    this.links.add(address, kind, null);
  }

  #base({ inNoscript }: ElementPosition): void {
    if (!inNoscript) this.#baseHref ??= this.#address(SLOT.href) ?? null;
  }

  #link({ inHead, inNoscript }: ElementPosition): void {
    const rel = this.#source.attribute(SLOT.rel, MAX_ATTRIBUTE_BYTES);
    const href = this.#address(SLOT.href);
    if (rel === null || href === undefined || href === '') return;
    const tokens = relTokens(rel);
    if (tokens.includes('next')) this.links.add(href, 'link', rel);
    if (tokens.includes('canonical') && inHead && !inNoscript) {
      this.#canonical ??= href;
      this.links.add(href, 'canonical', rel);
    }
    if (tokens.includes('alternate') && !tokens.includes('stylesheet')) this.links.add(href, 'alternate', rel);
    if (this.#resources && RESOURCE_RELS.some((token) => tokens.includes(token))) this.links.add(href, 'resource', rel);
  }

  #meta({ inNoscript }: ElementPosition): void {
    const source = this.#source;
    const charset = source.attribute(SLOT.charset, MAX_ATTRIBUTE_BYTES);
    if (charset !== null) this.#metaCharset ??= metaEncoding(charset);
    const equivalent = source.attribute(SLOT['http-equiv'], MAX_ATTRIBUTE_BYTES)?.toLowerCase();
    if (equivalent === 'content-type') this.#metaCharset ??= charsetInContent(this.#content());
    if (equivalent === 'refresh' && !inNoscript) this.#refresh(this.#content());
    const name = source.attribute(SLOT.name, MAX_ATTRIBUTE_BYTES);
    if (name === null || !isForRobots(name, this.#agentToken)) return;
    this.#robots = mergeDirectives(this.#robots, directives(this.#content()));
  }

  #content(): string {
    return this.#source.attribute(SLOT.content, MAX_ATTRIBUTE_BYTES) ?? '';
  }

  #refresh(content: string): void {
    const refresh = parseRefresh(content);
    if (refresh === null || refresh.seconds > MAX_REFRESH_SECONDS) return;
    this.links.add(refresh.href.length > MAX_HREF_BYTES ? null : cleanHref(refresh.href), 'refresh', null);
  }

  #resource(name: string): void {
    if (name === 'input' && this.#source.attribute(SLOT.type, 10)?.toLowerCase() !== 'image') return;
    if (name !== 'video') this.#embed(SLOT.src, 'resource');
    if (name === 'video') this.#embed(SLOT.poster, 'resource');
    if (name !== 'img' && name !== 'image' && name !== 'source') return;
    const srcset = this.#source.attribute(SLOT.srcset, 10 * MAX_HREF_BYTES);
    if (srcset === null) return;
    for (const address of srcsetAddresses(srcset))
      this.links.add(address.length > MAX_HREF_BYTES ? null : cleanHref(address), 'resource', null);
  }
}
