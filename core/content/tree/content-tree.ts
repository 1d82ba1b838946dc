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

export const elementOf = (name: string, attributes: Readonly<Record<string, string>>): ContentElement => ({
  name,
  attributes,
  children: [],
  words: 0,
  linkWords: 0,
  prose: 0,
  holds: 0,
});

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
  for (const child of element.children) if (typeof child !== 'string') measure(child);
  measureAlone(element);
}

/** Recounts an element from its children, which are measured. */
export function measureAlone(element: ContentElement): void {
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

/** The first text below an element that is not white space, or the last one: 1 or -1. */
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
  (names.includes('__') ? names.replace(MODULE_HASH, '') : names).replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-');

/**
 * What bundlers add to class names, as in `table_root__adKqa` and `grid-module__4pDFEa__guide`:
 * five or six random characters, which can look like a word (`ad`).
 * @see https://webpack.js.org/loaders/css-loader/#localidentname
 */
const MODULE_HASH = /__(?=[\w+-]*[A-Z0-9])(?:[\w+-]{5}(?=\s|$)|[\w+-]{6}(?=__))/g;
