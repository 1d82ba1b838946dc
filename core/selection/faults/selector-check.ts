import { load } from 'cheerio/slim';
import { nearestName } from '#core/faults/nearest-name.ts';

/**
 * Pseudo-classes that cheerio knows; those for a user's pointer and clicks have no place in an
 * archive.
 */
const PSEUDOS = (
  'is where matches not has contains icontains root scope empty ' +
  'first-child last-child only-child first-of-type last-of-type only-of-type nth-child nth-last-child nth-of-type nth-last-of-type ' +
  'any-link link disabled enabled checked required optional selected checkbox file password radio reset image submit parent header button input text'
).split(' ');
/** Pseudo-classes by which jQuery counts; true: with a number in parentheses. */
const COUNTING: Readonly<Record<string, boolean>> = {
  first: false,
  last: false,
  even: false,
  odd: false,
  eq: true,
  nth: true,
  gt: true,
  lt: true,
};
const KNOWN = [...PSEUDOS, ...Object.keys(COUNTING)];
const XPATH = /^\.?\//;
/** Scrapy's pseudo-elements. */
const SCRAPY = /^::(?:text\b|attr\(\s*([\w-]*))/;
/** Their argument is text, or a formula: no selector. */
const OPAQUE = /^(?:contains|icontains|nth-)/;

/**
 * Characters that no selector has outside of strings and brackets, with what their writer meant.
 * The parser takes some of them for names, and such a selector finds nothing.
 */
const FOREIGN: Readonly<Record<string, string>> = {
  '@': 'attribute names an attribute, on the command line the end of --select: a@href',
  '/': 'XPath is not read',
  $: 'jsonPath takes a JSONPath',
  '<': 'h1 stands for <h1>',
  '=': '[name=value] compares an attribute',
  ...Object.fromEntries(['{', '}', ';', '!', '?', '%', '&', '^', '`'].map((letter) => [letter, ''])),
};
/** Begins a name: a letter, a digit (as HTML has it), `-`, `_`, an escape or no ASCII. */
const NAME_START = /^(?:[\w\\-]|[^\0-\x7f])/;
/** `[href^=""]` and the like: no value has an empty part. */
const EMPTY_PART = /[~^$*]=\s*(?:""|'')?\s*[is]?\s*\]$/i;

/** The fault of a selector; null: none. Unknown pseudo-classes are named with the nearest
 * known one; all else is in the words of the parser that will read it.
 */
export function selectorFault(selector: string): string | null {
  if (XPATH.test(selector))
    return 'it is XPath, and Surf takes CSS selectors: h1 for //h1, .price for //*[@class="price"]';
  const parts = new SelectorParts(selector);
  if (parts.fault !== null) return parts.fault;
  const tree = load('<p>x</p>', { xml: { xmlMode: false } });
  try {
    tree.root().find(selector);
    // Behind :first and its like cheerio compiles nothing before something was found.
    if (parts.counts) tree.root().find(parts.plain);
    return null;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 200);
  }
}

/** The fault of a colon without a name after it. */
function namelessFault(rest: string): string {
  const [written, attribute] = SCRAPY.exec(rest) ?? [];
  if (attribute !== undefined)
    return `::attr() is Scrapy's: give ${attribute} as the attribute (--select NAME=SELECTOR@${attribute})`;
  if (written !== undefined) return "::text is Scrapy's: leave it out, a value is text without it";
  return rest.startsWith('::') ? 'pseudo-elements like ::before are not part of the page' : 'a name is missing after :';
}

const foreign = (letter: string, meant: string): string =>
  `${letter} is not part of a CSS selector${meant === '' ? '' : `: ${meant}`}`;

/** A selector read from left to right as far as its pseudo-classes. */
class SelectorParts {
  /** The selector without the pseudo-classes that count. */
  plain = '';
  counts = false;
  fault: string | null = null;
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    while (this.#at < text.length && this.fault === null) this.#step();
    const dangling = /[>+~,]\s*$/.exec(this.plain)?.[0].trim();
    if (this.fault === null && dangling !== undefined) this.fault = `nothing follows ${dangling}`;
  }

  #step(): void {
    const letter = this.#text.charAt(this.#at);
    if (letter === '\\') this.#take(2);
    else if (letter === '"' || letter === "'") this.#take(this.#quoted(this.#at) - this.#at);
    else if (letter === '[') this.#attribute();
    else if (letter === ':') this.#pseudo();
    else if (letter === '.' || letter === '#') this.#named(letter);
    else if (FOREIGN[letter] !== undefined) this.fault = foreign(letter, FOREIGN[letter]);
    else {
      if (letter === '(') this.#depth += 1;
      if (letter === ')') this.#depth -= 1;
      this.#take(1);
    }
  }

  #attribute(): void {
    const end = this.#closing(this.#at, '[', ']');
    const test = this.#text.slice(this.#at, end);
    if (EMPTY_PART.test(test)) this.fault = `${test} matches nothing: the value is empty`;
    this.#take(end - this.#at);
  }

  /** The dot of a class, or the # of an id. */
  #named(mark: string): void {
    if (!NAME_START.test(this.#text.slice(this.#at + 1))) this.fault = `a name is missing after ${mark}`;
    this.#take(1);
  }

  #pseudo(): void {
    const [, name = ''] = /^:([\w-]*)/.exec(this.#text.slice(this.#at, this.#at + 100)) ?? [];
    if (name === '') {
      this.fault = namelessFault(this.#text.slice(this.#at, this.#at + 100));
      return;
    }
    const lower = name.toLowerCase();
    if (!KNOWN.includes(lower)) {
      this.fault = `unknown pseudo-class :${name}; did you mean :${nearestName(lower, KNOWN)}?`;
      return;
    }
    const from = this.#at;
    const behind = from + 1 + name.length;
    const opens = this.#text.charAt(behind) === '(';
    if (lower.startsWith('nth-') && /^\(\s*(?:[-+]?0+|-\d+)\s*\)/.test(this.#text.slice(behind))) {
      this.fault = `:${name} counts from 1`;
      return;
    }
    if (!Object.hasOwn(COUNTING, lower)) {
      this.#take((opens && OPAQUE.test(lower) ? this.#closing(behind, '(', ')') : behind) - from);
      return;
    }
    const end = opens ? this.#closing(behind, '(', ')') : behind;
    if (COUNTING[lower] !== opens || (opens && !/^\(\s*-?\d{1,9}\s*\)$/.test(this.#text.slice(behind, end)))) {
      this.fault = COUNTING[lower] ? `:${name} needs a whole number, as in :${name}(2)` : `:${name} has no argument`;
      return;
    }
    this.counts = true;
    if (this.#depth > 0) this.#take(end - from);
    else {
      if (/(?:^|[\s>+~,])$/.test(this.plain)) this.plain += '*';
      this.#at = end;
    }
  }

  #take(length: number): void {
    this.plain += this.#text.slice(this.#at, this.#at + length);
    this.#at += length;
  }

  /** Index behind the quote that ends the string which begins at `from`. */
  #quoted(from: number): number {
    const quote = this.#text.charAt(from);
    for (let at = from + 1; at < this.#text.length; at += 1) {
      if (this.#text.charAt(at) === '\\') at += 1;
      else if (this.#text.charAt(at) === quote) return at + 1;
    }
    return this.#text.length;
  }

  /** Index behind the bracket that closes the one at `from`. */
  #closing(from: number, open: string, close: string): number {
    let depth = 0;
    for (let at = from; at < this.#text.length; at += 1) {
      const letter = this.#text.charAt(at);
      if (letter === '\\') at += 1;
      else if (letter === '"' || letter === "'") at = this.#quoted(at) - 1;
      else if (letter === open) depth += 1;
      else if (letter === close && --depth === 0) return at + 1;
    }
    return this.#text.length;
  }
}
