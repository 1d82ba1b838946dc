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
  const prints = new Map<ContentElement, string>();
  printOf(root, { prints, least: Math.max(LEAST_PROSE, root.prose * LEAST_SHARE) });
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

/** Two polynomials of a text, each with the power that the next text is placed by. */
interface Print {
  readonly sums: readonly [number, number];
  readonly powers: readonly [number, number];
}

const BASES = [0x01000193, 0x9e3779b1] as const;
const NOTHING: Print = { sums: [0, 0], powers: [1, 1] };

/** Prints of passages: elements with enough prose. */
interface Passages {
  readonly prints: Map<ContentElement, string>;
  readonly least: number;
}

/** Print of all text below an element, without white space. */
function printOf(element: ContentElement, passages: Passages): Print {
  let print = NOTHING;
  for (const child of element.children) {
    print = joined(print, typeof child === 'string' ? textPrint(child) : printOf(child, passages));
  }
  if (element.prose >= passages.least) {
    passages.prints.set(element, `${element.words} ${print.sums.join(' ')}`);
  }
  return print;
}

const joined = (a: Print, b: Print): Print => ({
  sums: [(Math.imul(a.sums[0], b.powers[0]) + b.sums[0]) | 0, (Math.imul(a.sums[1], b.powers[1]) + b.sums[1]) | 0],
  powers: [Math.imul(a.powers[0], b.powers[0]), Math.imul(a.powers[1], b.powers[1])],
});

function textPrint(text: string): Print {
  let [first, second, power, other] = [0, 0, 1, 1];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === 160) continue;
    first = (Math.imul(first, BASES[0]) + code) | 0;
    second = (Math.imul(second, BASES[1]) + code) | 0;
    power = Math.imul(power, BASES[0]);
    other = Math.imul(other, BASES[1]);
  }
  return { sums: [first, second], powers: [power, other] };
}
