import { mixedHash } from '#core/bytes/mixed-hash.ts';

/** Words that pages are made of; the first ones are frequent, as in a language. */
const VOCABULARY = 20_000;
/** Of all pages, those that are edited forms of another. */
const EDITED_SHARE = 0.4;
const [LEAST_WORDS, MOST_WORDS] = [60, 900];
/** Most words of a page that an edit changes, in a hundred. */
const MOST_EDITED = 6;

/** Chance that a seed fixes. */
class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = mixedHash(seed + 1);
  }

  /** From 0 to 1. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    return mixedHash(this.#state) / 2 ** 32;
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }
}

const wordOf = (chance: Chance): string => `w${Math.floor(VOCABULARY ** chance.next()).toString(36)}`;

/**
 * Texts of pages: some are edited forms of an earlier one, with words replaced, inserted and
 * deleted, one by one or in a row, so that shares in common are on both sides of any threshold.
 * Each original ends with one of twenty paragraphs.
 */
export function* editedPages(count: number, seed: number): Generator<string> {
  const chance = new Chance(seed);
  const closings = Array.from({ length: 20 }, () => wordsOf(chance, 30));
  const originals: (readonly string[])[] = [];
  for (let n = 0; n < count; n++) {
    const original = originals[chance.below(originals.length)];
    if (original === undefined || chance.next() >= EDITED_SHARE) {
      const length = LEAST_WORDS + Math.floor((MOST_WORDS - LEAST_WORDS) * chance.next() ** 2);
      const words = [...wordsOf(chance, length), ...(closings[chance.below(closings.length)] ?? [])];
      originals.push(words);
      yield words.join(' ');
    } else yield edited(original, chance).join(' ');
  }
}

const wordsOf = (chance: Chance, length: number): string[] => Array.from({ length }, () => wordOf(chance));

function edited(original: readonly string[], chance: Chance): string[] {
  const words = [...original];
  let left = Math.floor((words.length * MOST_EDITED * chance.next()) / 100);
  while (left > 0) {
    const run = Math.min(left, chance.next() < 0.5 ? 1 : 1 + chance.below(12));
    const kind = chance.below(3);
    const removed = kind === 0 ? 0 : run;
    const added = kind === 2 ? 0 : run;
    words.splice(chance.below(words.length), removed, ...wordsOf(chance, added));
    left -= run;
  }
  return words;
}
