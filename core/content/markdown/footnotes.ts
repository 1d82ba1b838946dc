import { codeSafe } from '#core/content/markdown/markdown-code.ts';
import { type ContentElement, type ContentNode, elementsBelow, textOf } from '#core/content/tree/content-tree.ts';

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
    const notes = notesIn(root);
    const targets = new Set(
      (notes.length === 0 ? [] : elementsBelow(root, ({ name }) => name === 'a')).map(({ attributes }) =>
        (attributes.href ?? '').replace(/^#/, ''),
      ),
    );
    const referred = notes.filter(({ attributes }) => targets.has(attributes.id ?? '')).slice(0, MOST_NOTES);
    this.numbers = new Map(referred.map(({ attributes }, n) => [attributes.id ?? '', n + 1]));
    this.#notes = new Map(referred.map((note, n) => [note, n + 1]));
    for (const note of referred) withoutBackLinks(note);
  }

  numberOf(element: ContentElement): number | undefined {
    return this.#notes.get(element);
  }
}

function notesIn(root: ContentElement): ContentElement[] {
  const found: ContentElement[] = [];
  const visit = (element: ContentElement, inList: boolean): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      const { attributes, name } = child;
      const isNote = NOTE_ROLE.test(attributes.role ?? '') || (inList && name === 'li');
      if (isNote && (attributes.id ?? '') !== '' && !SCHEME.test(codeSafe(textOf(child)))) found.push(child);
      else visit(child, inList || LISTS.test(`${attributes.class ?? ''} ${attributes.role ?? ''}`));
    }
  };
  visit(root, false);
  return found;
}

function withoutBackLinks(element: ContentElement): void {
  element.children = element.children.filter((child) => !isBackLink(child));
  for (const child of element.children) if (typeof child !== 'string') withoutBackLinks(child);
}

function isBackLink(node: ContentNode): boolean {
  if (typeof node === 'string') return false;
  const { attributes, name, children } = node;
  if (BACK.test(`${attributes.class ?? ''} ${attributes.role ?? ''}`)) return true;
  return (
    name === 'a' && children.every((child) => typeof child === 'string' && BACK_SIGN.test(child)) && children.length > 0
  );
}
