import { type DefaultTreeAdapterMap, foreignContent, Parser, type Token, TokenizerMode } from 'parse5';
import { parseRefresh } from '#core/extraction/links/refresh.ts';

/** What the scanner and the oracle are compared by. */
export interface ScanFacts {
  /** kind, href, nofollow of each link. */
  readonly links: readonly string[];
  readonly title: string | null;
  readonly baseHref: string | null;
  readonly canonical: string | null;
  /** Words of meta robots. */
  readonly robots: string;
}

export interface OracleScan extends ScanFacts {
  /**
   * First offset from which the scanner departs from a tree builder on purpose; null when it never
   * does.
   */
  readonly cut: number | null;
}

const TEXT_ELEMENTS = new Set([
  'title',
  'textarea',
  'style',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'script',
  'plaintext',
]);
const TEXT_STATES: readonly number[] = [
  TokenizerMode.RCDATA,
  TokenizerMode.RAWTEXT,
  TokenizerMode.SCRIPT_DATA,
  TokenizerMode.PLAINTEXT,
];
const VOID = new Set(
  'area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr'.split(' '),
);
const SPACE = /[\t\n\f\r ]+/;

/**
 * Scans a page with parse5 (scripting off): every start tag that its tokenizer emits, under the
 * state that its tree builder puts it in.
 *
 * The scanner keeps no tree, so it departs in these cases, and only these; `cut` tells where the
 * first is:
 * 1. The tree builder ignores a tag that starts text, a template or foreign content (in a select, a
 *    frameset, a table column): the scanner heeds it.
 * 2. An HTML end tag in SVG or MathML that matches no foreign element: the scanner ends the foreign
 *    content, a tree builder only if it is open outside.
 * 3. HTML elements in an integration point (foreignObject, desc, title, mi, …) that are not closed
 *    exactly as they were opened, or that HTML closes by itself; templates in there.
 */
export function oracleScan(html: string): OracleScan {
  const oracle = new ScanOracle({ scriptingEnabled: false, sourceCodeLocationInfo: true });
  oracle.tokenizer.write(html, true);
  return oracle.result();
}

class ScanOracle extends Parser<DefaultTreeAdapterMap> {
  readonly #links: string[] = [];
  #title: string | null = null;
  #inTitle = false;
  #base: string | null = null;
  #cut: number | null = null;
  #noscript = false;
  readonly #robots = new Set<string>();
  readonly #canonicals = new Map<number, string>();

  override onStartTag(token: Token.TagToken): void {
    const name = token.tagName;
    const at = token.location?.startOffset ?? 0;
    const attributes = new Map(token.attrs.map((attribute) => [attribute.name, attribute.value]));
    const inTemplate = this.openElements.tmplCount > 0;
    const foreign = this.shouldProcessStartTagTokenInForeignContent(token) && !foreignContent.causesExit(token);
    const before = this.#stack();
    const inForeign = before.some((node) => this.#isForeignNode(node));
    super.onStartTag(token);
    if (foreign) {
      const href = attributes.get('href') ?? attributes.get('xlink:href');
      if (name === 'a' && !inTemplate) this.#take('a', href, attributes.get('rel'));
      return;
    }
    const current = this.#stack().at(-1);
    if (TEXT_ELEMENTS.has(name) && !TEXT_STATES.includes(this.tokenizer.state)) this.#cutAt(at);
    if ((name === 'svg' || name === 'math') && !token.selfClosing && current?.nodeName !== name) this.#cutAt(at);
    if (name === 'template' && (inForeign || !this.#stack().some((node) => node.nodeName === 'template')))
      this.#cutAt(at);
    if (inForeign && this.#stack().some((node) => this.#isForeignNode(node))) {
      const last = before.findLast((node) => this.#stack().includes(node));
      if (last !== before.at(-1) && !this.#isForeignNode(before.at(-1))) this.#cutAt(at);
      if (!VOID.has(name) && name !== 'svg' && name !== 'math' && current?.nodeName !== name) this.#cutAt(at);
    }
    if (name === 'noscript') this.#noscript = true;
    if (!inTemplate) this.#html(name, attributes, at);
  }

  override onEndTag(token: Token.TagToken): void {
    const name = token.tagName;
    const at = token.location?.startOffset ?? 0;
    const before = this.#stack();
    const top = before.at(-1);
    if (this.currentNotInHTML && name !== 'p' && name !== 'br') {
      const foreignTop = before.slice(before.findLastIndex((node) => !this.#isForeignNode(node)) + 1);
      if (!foreignTop.some((node) => node.nodeName.toLowerCase() === name)) this.#cutAt(at);
    } else if (before.some((node) => this.#isForeignNode(node)) && top?.nodeName !== name && !this.currentNotInHTML)
      this.#cutAt(at);
    if (name === 'noscript' && !this.currentNotInHTML) this.#noscript = false;
    this.#inTitle = false;
    super.onEndTag(token);
  }

  override onCharacter(token: Token.CharacterToken): void {
    if (this.#inTitle) this.#title += token.chars;
    super.onCharacter(token);
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    if (this.#inTitle) this.#title += token.chars;
    super.onWhitespaceCharacter(token);
  }

  result(): OracleScan {
    const title = collapse(this.#title ?? '');
    const inHead = new Set(this.headElement?.childNodes.map((node) => node.sourceCodeLocation?.startOffset));
    const heads = [...this.#canonicals].filter(([at]) => inHead.has(at));
    const links = this.#links.filter((link) => {
      const at = /^canonical@(\d+) /.exec(link)?.[1];
      return at === undefined || inHead.has(Number(at));
    });
    return {
      links: links.map((link) => link.replace(/^canonical@\d+ /, 'canonical ')),
      title: title === '' ? null : title.slice(0, 512).trimEnd(),
      baseHref: this.#base,
      canonical: heads[0]?.[1] ?? null,
      robots: ['noindex', 'nofollow'].filter((word) => this.#robots.has(word) || this.#robots.has('none')).join(' '),
      cut: this.#cut,
    };
  }

  #html(name: string, attributes: ReadonlyMap<string, string>, at: number): void {
    const href = attributes.get('href');
    if (name === 'title' && this.#title === null) {
      this.#title = '';
      this.#inTitle = true;
    }
    if (name === 'a' || name === 'area') this.#take(name, href, attributes.get('rel'));
    const src = clean(attributes.get('src') ?? '');
    if ((name === 'iframe' || name === 'frame') && src !== '') this.#take(name, src, undefined);
    if (name === 'base' && href !== undefined && !this.#noscript) this.#base ??= clean(href);
    if (name === 'link') this.#link(attributes, at);
    if (name === 'meta' && attributes.get('name')?.toLowerCase() === 'robots')
      for (const word of (attributes.get('content') ?? '').toLowerCase().split(/[\s,]+/)) this.#robots.add(word);
    const refresh = name === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'refresh' && !this.#noscript;
    const target = refresh ? parseRefresh(attributes.get('content') ?? '') : null;
    if (target !== null && target.seconds <= 10) this.#take('refresh', target.href, undefined);
  }

  #link(attributes: ReadonlyMap<string, string>, at: number): void {
    const href = clean(attributes.get('href') ?? '');
    const tokens = (attributes.get('rel') ?? '').toLowerCase().split(/[\s,]+/);
    if (href === '') return;
    if (tokens.includes('next')) this.#take('link', href, attributes.get('rel'));
    if (tokens.includes('canonical') && !this.#noscript) {
      this.#take(`canonical@${at}`, href, attributes.get('rel'));
      this.#canonicals.set(at, href);
    }
    if (tokens.includes('alternate') && !tokens.includes('stylesheet'))
      this.#take('alternate', href, attributes.get('rel'));
  }

  #take(kind: string, href: string | undefined, rel: string | undefined): void {
    if (href === undefined) return;
    const nofollow = (rel ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .includes('nofollow');
    this.#links.push(`${kind} ${nofollow ? 'nofollow ' : ''}${clean(href)}`);
  }

  #cutAt(at: number): void {
    this.#cut ??= at;
  }

  #stack(): DefaultTreeAdapterMap['element'][] {
    const { items, stackTop } = this.openElements;
    return items.slice(0, stackTop + 1) as DefaultTreeAdapterMap['element'][];
  }

  #isForeignNode(node: DefaultTreeAdapterMap['element'] | undefined): boolean {
    return (
      node?.namespaceURI === 'http://www.w3.org/2000/svg' || node?.namespaceURI === 'http://www.w3.org/1998/Math/MathML'
    );
  }
}

const clean = (href: string): string =>
  href
    .replace(/^[\t\n\f\r ]+/, '')
    .replace(/[\t\n\f\r ]+$/, '')
    .replace(/[\t\n\r]/g, '');
const collapse = (text: string): string =>
  text
    .split(SPACE)
    .filter((word) => word !== '')
    .join(' ');
