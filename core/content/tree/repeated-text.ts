import { type ContentElement, type ContentNode, HOLDS, measureAlone } from '#core/content/tree/content-tree.ts';

/**
 * Words of prose in a passage, and its share of the page's. Shorter ones, such as a parameter in
 * documentation, repeat by intent.
 */
const LEAST_PROSE = 25;
const LEAST_SHARE = 0.02;

/**
 * Removes passages that an earlier passage repeats word for word: pages have their text twice, for
 * wide and for narrow screens, and style sheets, which Surf does not read, hide one. A page
 * with code stays as it is. Takes time linear in the length of the text.
 *
 * @param root measured, as it is then
 */
export function removeRepeated(root: ContentElement): void {
  if ((root.holds & HOLDS.pre) !== 0) return; // documentation repeats steps and parameters by intent
  const passages = new Prints(Math.max(LEAST_PROSE, root.prose * LEAST_SHARE));
  passages.add(root);
  const prints = passages.of;
  if (new Set(prints.values()).size === prints.size) return;
  withoutRepeated(root, prints, new Set());
}

/** @returns true if something was removed */
function withoutRepeated(
  element: ContentElement,
  prints: ReadonlyMap<ContentElement, string>,
  seen: Set<string>,
): boolean {
  let isChanged = false;
  const kept: ContentNode[] = [];
  for (const child of element.children) {
    const print = typeof child === 'string' ? undefined : prints.get(child);
    if (print === undefined || typeof child === 'string') kept.push(child);
    else if (seen.has(print)) isChanged = true;
    else {
      kept.push(child);
      isChanged = withoutRepeated(child, prints, seen) || isChanged;
      seen.add(print); // after what is below: a wrapper has the text of what it wraps
    }
  }
  element.children = kept;
  if (isChanged) measureAlone(element);
  return isChanged;
}

const BASES = [0x01000193, 0x9e3779b1] as const;

/** Prints of passages: elements with enough prose. */
class Prints {
  readonly of = new Map<ContentElement, string>();
  readonly #least: number;
  /** Two polynomial hashes of the text so far, and the power by which each shifts earlier text. */
  #first = 0;
  #second = 0;
  #power = 1;
  #other = 1;

  constructor(least: number) {
    this.#least = least;
  }

  /** Adds the text below an element, without white space, to the text so far. */
  add(element: ContentElement): void {
    const [first, second, power, other] = [this.#first, this.#second, this.#power, this.#other];
    this.#first = 0;
    this.#second = 0;
    this.#power = 1;
    this.#other = 1;
    for (const child of element.children) {
      if (typeof child === 'string') this.#addText(child);
      else this.add(child);
    }
    if (element.prose >= this.#least) this.of.set(element, `${element.words} ${this.#first} ${this.#second}`);
    this.#first = (Math.imul(first, this.#power) + this.#first) | 0;
    this.#second = (Math.imul(second, this.#other) + this.#second) | 0;
    this.#power = Math.imul(power, this.#power);
    this.#other = Math.imul(other, this.#other);
  }

  #addText(text: string): void {
    let [first, second, power, other] = [this.#first, this.#second, this.#power, this.#other];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code <= 32 || code === 160) continue;
      first = (Math.imul(first, BASES[0]) + code) | 0;
      second = (Math.imul(second, BASES[1]) + code) | 0;
      power = Math.imul(power, BASES[0]);
      other = Math.imul(other, BASES[1]);
    }
    this.#first = first;
    this.#second = second;
    this.#power = power;
    this.#other = other;
  }
}
