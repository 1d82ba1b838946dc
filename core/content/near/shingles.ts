import { mixedHash } from '#core/bytes/mixed-hash.ts';
import { WORD } from '#core/extraction/word.ts';
import { plainWords } from '#core/search/plain-words.ts';

/** Words in a row that are compared as one. */
const SHINGLE = 5;
/** Words of a page that are compared; the rest of a longer page does not count. */
export const MOST_WORDS = 20_000;
/** Characters that are looked at for words. */
const MOST_CHARACTERS = 400_000;

/**
 * Hashes of all runs of five words of a page, of each one, ascending. Letter case, punctuation and
 * markup do not count. A page of one to five words has one; a page without words has none.
 * @param markdown as Surf writes it
 */
export function shinglesOf(markdown: string): Uint32Array {
  const { body } = plainWords(markdown, { body: MOST_CHARACTERS, headings: 0 });
  const words = wordHashes(body.toLowerCase());
  if (words.length === 0) return new Uint32Array(0);
  const runs = new Uint32Array(Math.max(1, words.length - SHINGLE + 1));
  for (let at = 0; at < runs.length; at++) {
    let hash = 0;
    for (const word of words.subarray(at, at + SHINGLE)) hash = (Math.imul(hash, 0x2545f491) + word) | 0;
    runs[at] = mixedHash(hash);
  }
  return distinct(runs.sort());
}

function wordHashes(text: string): Uint32Array {
  const hashes = new Uint32Array(MOST_WORDS);
  let count = 0;
  for (const [word] of text.matchAll(WORD)) {
    if (count === MOST_WORDS) break;
    hashes[count] = hashOf(word);
    count += 1;
  }
  return hashes.subarray(0, count);
}

/** FNV-1a over UTF-16 units, mixed. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return mixedHash(hash);
}

function distinct(sorted: Uint32Array): Uint32Array {
  let count = 0;
  for (const hash of sorted) {
    if (count > 0 && sorted[count - 1] === hash) continue;
    sorted[count] = hash;
    count += 1;
  }
  return sorted.slice(0, count);
}

/** The share that two ascending sets have in common (Jaccard): 1 for equal ones, 0 for none. */
export function sharedPart(x: Uint32Array, y: Uint32Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    const a = x[i] ?? 0;
    const b = y[j] ?? 0;
    if (a === b) common += 1;
    if (a <= b) i += 1;
    if (b <= a) j += 1;
  }
  const all = x.length + y.length - common;
  return all === 0 ? 0 : common / all;
}
