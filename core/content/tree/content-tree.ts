import { Parser } from 'htmlparser2';

/**
 * An element of a page. `words`, `linkWords`, `prose` and `holds` describe the content below it;
 * `measure` sets them.
 */
export interface ContentElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  children: ContentNode[];
  /** Runs of letters and digits in its text. */
  words: number;
  /** Words within links. */
  linkWords: number;
  /** Words outside of links in blocks that have 12 of them: sentences, no labels. */
  prose: number;
  /** Sum of `HOLDS`. */
  holds: number;
}
export type ContentNode = ContentElement | string;

/** Kinds of content that an element can have below it, as bits. */
export const HOLDS = { h1: 1, heading: 2, root: 4, pre: 8, math: 16, block: 32, link: 64 } as const;
const BITS: ReadonlyMap<string, number> = new Map([
  ['h1', HOLDS.h1 | HOLDS.heading | HOLDS.block],
  ...['h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, HOLDS.heading | HOLDS.block] as const),
  ['main', HOLDS.root | HOLDS.block],
  ['article', HOLDS.root | HOLDS.block],
  ['pre', HOLDS.pre | HOLDS.block],
  ['math', HOLDS.math],
  ['a', HOLDS.link],
]);

/** A page whose tree has more is given as plain text. */
const MOST_ELEMENTS = 100_000;
const MOST_DEPTH = 500;
/** Elements whose content is no text. Scripts of maths have text: TeX. */
const SILENT = new Set([
  ...['script', 'style', 'template', 'iframe', 'object', 'svg', 'canvas', 'select', 'textarea', 'title'],
]);
const TEX_SCRIPT = /^math\/tex/i;
/** Attributes that are read; the others are dropped. */
const KEPT = new Set([
  ...[
    'alt',
    'alttext',
    'aria-hidden',
    'checked',
    'class',
    'aria-label',
    'data-callout-type',
    'data-inline-task-id',
    'data-lang',
    'data-language',
    'data-lazy-src',
    'data-lazy-srcset',
    'data-original',
    'data-nosnippet',
    'data-pagefind-ignore',
    'data-src',
    'data-srcset',
    'data-syntaxhighlighter-params',
    'display',
    'encoding',
    'height',
    'language',
    'srcset',
    'width',
  ],
  ...['colspan', 'content', 'datetime', 'lang', 'name', 'property', 'rel', 'rowspan'],
  ...['for', 'hidden', 'href', 'id', 'itemprop', 'role', 'src', 'start', 'style', 'type'],
]);
/** Longer values are cut, addresses and TeX too. */
const MOST_VALUE = 2_000;
/** In HTML a comment that ends at the next `>`; htmlparser2 looks for `]]>`. */
const CDATA = /<!\[CDATA\[/gi;

/** The page has more elements or more depth than the limit. */
export class TooComplexTree extends Error {}

/**
 * The tree of an HTML page, without scripts, styles and comments. Takes time linear in its length.
 *
 * @throws TooComplexTree for more than 100,000 elements or a depth of 500
 */
export function contentTree(html: string): ContentElement {
  const builder = new TreeBuilder();
  const parser = new Parser(builder, { lowerCaseAttributeNames: true, lowerCaseTags: true });
  parser.write(html.replace(CDATA, '<!cdata '));
  parser.end();
  measure(builder.root);
  return builder.root;
}

/** Receives the events of the parser. */
class TreeBuilder {
  readonly root = elementOf('#root', {});
  readonly #open: ContentElement[] = [this.root];
  #elements = 0;
  /**
   * Elements that the parser has open, silent ones too: it compares each end tag with all of them.
   */
  #depth = 0;
  /** The silent element that is open, and the number of open ones of its name. */
  #silent = '';
  #silentDepth = 0;

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#elements += 1;
    this.#depth += 1;
    if (this.#elements > MOST_ELEMENTS || this.#depth > MOST_DEPTH) throw new TooComplexTree();
    if (this.#silent !== '') {
      if (name === this.#silent) this.#silentDepth += 1;
      return;
    }
    if (SILENT.has(name) && !(name === 'script' && TEX_SCRIPT.test(attributes.type ?? ''))) {
      this.#silent = name;
      this.#silentDepth = 1;
      return;
    }
    const element = elementOf(name, kept(attributes));
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  }

  onclosetag(name: string): void {
    this.#depth -= 1;
    if (this.#silent === '') {
      this.#open.pop();
      return;
    }
    if (name === this.#silent) this.#silentDepth -= 1;
    if (this.#silentDepth === 0) this.#silent = '';
  }

  ontext(text: string): void {
    if (this.#silent !== '') return;
    const children = this.#open.at(-1)?.children ?? [];
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + text;
    else children.push(text);
  }
}

export const elementOf = (name: string, attributes: Readonly<Record<string, string>>): ContentElement => ({
  name,
  attributes,
  children: [],
  words: 0,
  linkWords: 0,
  prose: 0,
  holds: 0,
});

function kept(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const name in attributes) if (KEPT.has(name)) result[name] = (attributes[name] ?? '').slice(0, MOST_VALUE);
  return result;
}

const LEAST_PROSE = 12;
/** Elements within a line of text. */
const INLINE = new Set([
  ...['a', 'abbr', 'acronym', 'annotation', 'b', 'bdi', 'bdo', 'big', 'br', 'cite', 'code', 'data', 'del', 'dfn', 'em'],
  ...[
    'font',
    'i',
    'img',
    'input',
    'ins',
    'kbd',
    'label',
    'mark',
    'math',
    'mjx-container',
    'picture',
    'q',
    'rp',
    'rt',
    'ruby',
    's',
  ],
  ...['samp', 'script', 'small', 'source', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr'],
]);

/** Within a line, and with no block below. */
export const isInline = ({ name, holds }: ContentElement): boolean => INLINE.has(name) && (holds & HOLDS.block) === 0;

/** The TeX that a MathML element was made of. */
export const isTex = ({ name, attributes }: ContentElement): boolean =>
  name === 'annotation' && /tex/i.test(attributes.encoding ?? '');

/** Recounts the content below an element, for example after a removal. */
export function measure(element: ContentElement): void {
  let [words, linkWords, prose, holds] = [0, 0, 0, 0];
  /** Words of the block's own lines outside of links. */
  let own = 0;
  for (const child of element.children) {
    if (typeof child === 'string') {
      const found = wordsIn(child);
      words += found;
      own += found;
      continue;
    }
    measure(child);
    words += child.words;
    linkWords += child.linkWords;
    holds |= child.holds | (BITS.get(child.name) ?? (INLINE.has(child.name) ? 0 : HOLDS.block));
    if (isInline(child)) own += child.words - child.linkWords;
    else prose += child.prose;
  }
  element.words = words;
  element.linkWords = element.name === 'a' ? words : linkWords;
  element.holds = element.name === 'math' ? 0 : holds;
  element.prose = prose + (own >= LEAST_PROSE && !isInline(element) ? own : 0);
}

const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts that write no spaces, from Thai to Khmer and of China and Japan. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+/g;

/**
 * Words of a text: runs of letters and digits; two characters of a script without spaces. ASCII is
 * counted without an expression.
 */
export function wordsIn(text: string): number {
  let [count, inWord] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) return wordsBeyondAscii(text);
    const isPart = (code > 96 && code < 123) || (code > 64 && code < 91) || (code > 47 && code < 58);
    if (isPart && !inWord) count += 1;
    inWord = isPart;
  }
  return count;
}

function wordsBeyondAscii(text: string): number {
  let characters = 0;
  const spaced = text.replace(UNSPACED, (run) => {
    characters += run.length;
    return ' ';
  });
  return (spaced.match(WORD)?.length ?? 0) + Math.ceil(characters / 2);
}

/** All text below an element; `br` is a line feed. */
export function textOf(element: ContentElement): string {
  const parts: string[] = [];
  const add = (node: ContentNode): void => {
    if (typeof node === 'string') parts.push(node);
    else if (node.name === 'br') parts.push('\n');
    else for (const child of node.children) add(child);
  };
  add(element);
  return parts.join('');
}

/** The first text below an element that is no white space, or the last one: 1 or -1. */
export function edgeText({ children }: ContentElement, step: 1 | -1): string {
  for (let at = step === 1 ? 0 : children.length - 1; at >= 0 && at < children.length; at += step) {
    const child = children[at] ?? '';
    const text = typeof child === 'string' ? child : edgeText(child, step);
    if (text.trim() !== '') return text;
  }
  return '';
}

/** Elements below that fit, in the order of the page. */
export function elementsBelow(
  element: ContentElement,
  fits: (element: ContentElement) => boolean,
  found: ContentElement[] = [],
): ContentElement[] {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (fits(child)) found.push(child);
    elementsBelow(child, fits, found);
  }
  return found;
}

/** The element with the most prose, the first of several. */
export const mostProse = (elements: readonly ContentElement[]): ContentElement | undefined =>
  elements.reduce<ContentElement | undefined>(
    (best, element) => (best === undefined || element.prose > best.prose ? element : best),
    undefined,
  );

/** Class and id as words separated by spaces and dashes. */
export const namesOf = ({ attributes }: ContentElement): string =>
  wordsApart(`${attributes.class ?? ''} ${attributes.id ?? ''}`);

/** Camel-case names with dashes between their words, without the hashes of CSS Modules. */
export const wordsApart = (names: string): string =>
  names.replace(MODULE_HASH, '').replace(/([a-z0-9])([A-Z])/g, '$1-$2');

/**
 * What bundlers add to class names, as in `table_root__adKqa` and `grid-module__4pDFEa__guide`:
 * five or six random characters, which can look like a word (`ad`).
 * @see https://webpack.js.org/loaders/css-loader/#localidentname
 */
const MODULE_HASH = /__(?=[\w+-]*[A-Z0-9])(?:[\w+-]{5}(?=\s|$)|[\w+-]{6}(?=__))/g;
