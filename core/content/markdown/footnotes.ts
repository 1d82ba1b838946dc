import { codeSafe } from '#core/content/markdown/markdown-code.ts';
import {
  type ContentElement,
  type ContentNode,
  elementsBelow,
  isInline,
  textOf,
} from '#core/content/tree/content-tree.ts';

const LISTS = /(?:^|\s)(?:footnotes?|doc-endnotes|endnotes|references)(?:\s|$)/;
const NOTE_ROLE = /^doc-(?:foot|end)note$/;
/** Links from a note back to its reference. */
const BACK =
  /(?:^|\s)(?:footnote-?back\S*|reversefootnote|data-footnote-backref|mw-cite-backlink|doc-backlink)(?:\s|$)/;
/** Up arrow, return arrow. Escapes keep the worker's bundle ASCII, which takes half the memory. */
const BACK_SIGN = /^(?:[\s\u2191^]|\u21a9\ufe0e?)+$/u;
/**
 * Without footnotes, CommonMark reads `[^1]: javascript:…` as the address of a link (0.31 §4.7).
 */
const SCHEME = /^\s*(?!https?:)[a-z][a-z0-9+.-]*:/i;
const MOST_NOTES = 2_000;

/**
 * The footnotes of a page: items with an id in a list of notes, or elements whose role says so
 * (DPUB-ARIA 1.1), when something refers to them. Their links back are removed.
 */
export class Footnotes {
  /** Numbers of the notes by the id of their element. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly #notes: ReadonlyMap<ContentElement, number>;

  constructor(root: ContentElement) {
    const listed = notesIn(root);
    const notes = listed.length > 0 ? listed : linkedNotes(root);
    const targets = new Set(
      (notes.length === 0 ? [] : elementsBelow(root, ({ name }) => name === 'a')).map(({ attributes }) =>
        (attributes.href ?? '').replace(/^#/, ''),
      ),
    );
    const referred = notes.filter(({ id }) => targets.has(id)).slice(0, MOST_NOTES);
    this.numbers = new Map(referred.map(({ id }, n) => [id, n + 1]));
    this.#notes = new Map(referred.map(({ element }, n) => [element, n + 1]));
    for (const { element, back } of referred) withoutBackLinks(element, back);
  }

  numberOf(element: ContentElement): number | undefined {
    return this.#notes.get(element);
  }
}

interface Note {
  /** The id that references link to. */
  readonly id: string;
  readonly element: ContentElement;
  /** Link back, where a class does not tell it. */
  readonly back: ContentElement | null;
}

function notesIn(root: ContentElement): Note[] {
  const found: Note[] = [];
  const visit = (element: ContentElement, inList: boolean): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      const { attributes, name } = child;
      const isNote = NOTE_ROLE.test(attributes.role ?? '') || (inList && name === 'li');
      if (isNote && (attributes.id ?? '') !== '' && !SCHEME.test(codeSafe(textOf(child))))
        found.push({ id: attributes.id ?? '', element: child, back: null });
      else visit(child, inList || LISTS.test(`${attributes.class ?? ''} ${attributes.role ?? ''}`));
    }
  };
  visit(root, false);
  return found;
}

/** A reference: a number, a letter or a sign, in brackets or not. */
const REFERENCE = /^[\s([]{0,3}(?:\d{1,3}|[a-z]|[*\u2020\u2021\u00a7])[\s)\].]{0,3}$/u;
/** Blocks that can be a note: a larger element has more than one. */
const NOTE_BLOCKS = new Set(['li', 'p', 'div', 'dd', 'aside', 'td']);
const MOST_NOTE_WORDS = 400;
/** Elements within a line, around a link, that are looked at. */
const MOST_AROUND = 6;

/**
 * Notes that no name tells: a reference and its note link to each other, as in texts of WordPress,
 * Substack, DokuWiki and word processors.
 */
function linkedNotes(root: ContentElement): Note[] {
  const links: { readonly link: ContentElement; readonly around: readonly ContentElement[] }[] = [];
  const visit = (element: ContentElement, around: readonly ContentElement[]): void => {
    if (element.name === 'a' && element.attributes.href?.startsWith('#') === true)
      links.push({ link: element, around });
    const outer = isInline(element) ? [element, ...around].slice(0, MOST_AROUND) : [element];
    for (const child of element.children) if (typeof child !== 'string') visit(child, outer);
  };
  visit(root, []);
  const notes: Note[] = [];
  /** Addresses of the references to each target. One set each: thousands can have one target. */
  const waiting = new Map<string, Set<string>>();
  for (const { link, around } of links) {
    const [target, own] = [(link.attributes.href ?? '').slice(1), idsOf([link, ...around])];
    const back = [...own].find((id) => waiting.get(id)?.has(target) === true);
    const element = around.at(-1);
    if (back === undefined) {
      if (!REFERENCE.test(textOf(link))) continue;
      const from = waiting.get(target) ?? new Set();
      for (const id of own) from.add(id);
      waiting.set(target, from);
    } else if (element !== undefined && isNote(element)) notes.push({ id: back, element, back: link });
  }
  return notes.length === new Set(notes.map(({ element }) => element)).size ? notes : [];
}

/** Addresses of a link: its id or name, and those of the elements around it. */
const idsOf = (elements: readonly ContentElement[]): ReadonlySet<string> =>
  new Set(elements.flatMap(({ attributes }) => [attributes.id ?? '', attributes.name ?? '']).filter((id) => id !== ''));

const isNote = (element: ContentElement): boolean =>
  NOTE_BLOCKS.has(element.name) && element.words <= MOST_NOTE_WORDS && !SCHEME.test(codeSafe(textOf(element)));

function withoutBackLinks(element: ContentElement, back: ContentElement | null): void {
  element.children = element.children.filter((child) => child !== back && !isBackLink(child));
  for (const child of element.children) if (typeof child !== 'string') withoutBackLinks(child, back);
}

function isBackLink(node: ContentNode): boolean {
  if (typeof node === 'string') return false;
  const { attributes, name, children } = node;
  if (BACK.test(`${attributes.class ?? ''} ${attributes.role ?? ''}`)) return true;
  return (
    name === 'a' && children.every((child) => typeof child === 'string' && BACK_SIGN.test(child)) && children.length > 0
  );
}
