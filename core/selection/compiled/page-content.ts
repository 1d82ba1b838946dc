import type { Cheerio } from 'cheerio';
import { decodeText } from '#core/extraction/encoding/charset.ts';
import { type PageType, pageTypeOf } from '#core/extraction/encoding/page-type.ts';
import { scanPage } from '#core/extraction/page-scan.ts';
import type { Json } from '#core/model/json.ts';
import type { CompiledField } from '#core/selection/compiled/compiled-field.ts';
import type { MarkupTree, MarkupTrees } from '#core/selection/compiled/markup-tree.ts';
import type { ExtractionPage } from '#core/selection/extractor.ts';
import { MAX_JSON_DEPTH, queryJson, valueAtPointer } from '#core/selection/json-path.ts';
import { TooComplex } from '#core/selection/records/too-complex.ts';

/** An element, as cheerio has it. */
export type Element = ReturnType<Cheerio<never>['children']> extends Cheerio<infer E> ? E : never;

/** Place to search for fields: an element, or a value of a JSON page. */
export type Scope = { readonly element: Element } | { readonly value: Json };

/** Values that a JSON page may have. */
const MAX_JSON_VALUES = 1_000_000;

/**
 * Parts of a page, each made when a field first needs it. Lives as long as Surf works on the page.
 */
export class PageContent {
  readonly type: PageType;
  readonly #page: ExtractionPage;
  readonly #trees: MarkupTrees;
  #text: string | null = null;
  #tree: MarkupTree | null = null;
  #json: { readonly value: Json | undefined } | null = null;
  #base: string | null = null;

  constructor(page: ExtractionPage, trees: MarkupTrees) {
    this.type = pageTypeOf(page.body, page.contentType);
    this.#page = page;
    this.#trees = trees;
  }

  /** Base of relative addresses. */
  get base(): string {
    this.#base ??= this.#findBase();
    return this.#base;
  }

  /** The page as text: the text of the elements in HTML and XML, else the body as it was sent. */
  get plainText(): string {
    if (this.type !== 'html' && this.type !== 'xml') return this.#source();
    const { root } = this.#markup();
    if (this.type === 'xml') return root.text();
    const body = root.find('body');
    return visibleText(body.length > 0 ? body.get() : root.get());
  }

  /** Is it a JSON page that does not parse? */
  get isBrokenJson(): boolean {
    return this.type === 'json' && this.#jsonValue() === undefined;
  }

  /**
   * Finds the field's matches in its scope, at most `most`.
   * @param scope null: the page
   * @throws TooComplex, or what the parser of the selector throws
   */
  find({ source }: CompiledField, scope: Scope | null, most: number): Scope[] {
    if (source.kind === 'selector') {
      if (scope === null ? this.type !== 'html' && this.type !== 'xml' : !('element' in scope)) return [];
      return this.#select(source.selector, scope, most);
    }
    if (source.kind === 'keywords') return [];
    const value = scope === null ? this.#jsonValue() : 'value' in scope ? scope.value : undefined;
    if (value === undefined) return [];
    if (source.kind === 'jsonPath') return queryJson(source.path, value, most).map((found) => ({ value: found }));
    const found = valueAtPointer(source.pointer, value);
    return found === undefined ? [] : [{ value: found }];
  }

  /** Takes the field's value from a match; undefined: the element has no such attribute. */
  take({ attribute, html }: CompiledField, found: Scope): Json | undefined {
    if ('value' in found) return found.value;
    const { $ } = this.#markup();
    if (attribute !== null) return $(found.element).attr(attribute);
    return html ? ($(found.element).html() ?? undefined) : $.text([found.element]);
  }

  /** The text of a part of the page. */
  textOf(scope: Scope | null): string {
    if (scope === null) return this.plainText;
    if ('element' in scope) return visibleText([scope.element]);
    return typeof scope.value === 'string' ? scope.value : JSON.stringify(scope.value);
  }

  #select(selector: string, scope: Scope | null, most: number): Scope[] {
    const { $, root } = this.#markup();
    const within = (scope === null || !('element' in scope) ? root : $(scope.element)) as Cheerio<Element>;
    if (most > 1) return within.find(selector).slice(0, most).get().map(scopeOf);
    // What cheerio calls `extract` stops at the first, and `find` does not.
    const { first } = within.extract({ first: { selector, value: scopeOf } });
    return first === undefined ? [] : [first as Scope];
  }

  #markup(): MarkupTree {
    this.#tree ??= this.#trees.build(this.#source(), this.type === 'xml' ? 'xml' : 'html');
    return this.#tree;
  }

  #source(): string {
    const { body, contentType, charset } = this.#page;
    this.#text ??= decodeText(body, charset ?? scanPage(body, contentType, NO_SCAN).charset);
    return this.#text;
  }

  /** Undefined: it is not JSON. */
  #jsonValue(): Json | undefined {
    if (this.type !== 'json') return undefined;
    this.#json ??= { value: parseJson(this.#source()) };
    return this.#json.value;
  }

  #findBase(): string {
    const { address } = this.#page;
    if (this.type !== 'html') return address;
    const href = this.#markup().root.find('base[href]').attr('href');
    return href !== undefined && URL.canParse(href, address) ? new URL(href, address).href : address;
  }
}

const scopeOf = (element: Element): Scope => ({ element });

/** Scans for the charset only. */
const NO_SCAN = { anchorText: false, resources: false, agentToken: '' };

/** Elements whose text is not shown. */
const HIDDEN: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'head']);
/** Elements that do not separate the words around them. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data dfn em font i kbd mark q rp rt ruby s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/**
 * Text as a reader of the page sees it, near enough for a search. The tree is at most MAX_DEPTH
 * deep.
 */
function visibleText(nodes: readonly unknown[]): string {
  const parts: string[] = [];
  const visit = (node: TreeNode): void => {
    if (node.type === 'text') parts.push(node.data ?? '');
    else if (node.children !== undefined && !HIDDEN.has(node.name ?? '')) {
      const apart = !INLINE.has(node.name ?? '');
      if (apart) parts.push(' ');
      for (const child of node.children) visit(child);
      if (apart) parts.push(' ');
    } else if (node.name === 'br') parts.push(' ');
  };
  for (const node of nodes) visit(node as TreeNode);
  return parts.join('');
}

/** The part of a node that reading its text needs. */
interface TreeNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly children?: readonly TreeNode[];
}

/** @returns undefined when it is not JSON @throws TooComplex */
function parseJson(text: string): Json | undefined {
  measureJson(text);
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Measures depth and number of values, before anything is built of them. */
function measureJson(text: string): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values += 1;
    else if (code === OPEN_LIST || code === OPEN_MAPPING) {
      depth += 1;
      values += 1;
      if (depth > MAX_JSON_DEPTH) throw new TooComplex(`its JSON is nested more than ${MAX_JSON_DEPTH} deep`);
    } else if (code === CLOSE_LIST || code === CLOSE_MAPPING) depth -= 1;
    if (values > MAX_JSON_VALUES) throw new TooComplex('its JSON has more than 1,000,000 values');
  }
}

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN_MAPPING, CLOSE_MAPPING] = [91, 93, 123, 125];

/** Index of the quote that ends the string which begins at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
