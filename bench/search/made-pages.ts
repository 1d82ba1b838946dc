import type { SearchDocument } from '#core/search/search-document.ts';
import { searchDocument } from '#test/contract/search/search-document.ts';

/** Words of a page, and of the language. */
export const WORDS = 170;
const VOCABULARY = 50_000;
const SYLLABLES = 'ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro'.split(' ');

let state = 1;
function random(): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return state / 0x7fff_ffff;
}

/** Word of a rank: frequent ones are short. */
export function wordOf(rank: number): string {
  let word = '';
  for (let left = rank + 1; left > 0; left = Math.floor(left / SYLLABLES.length)) {
    word += SYLLABLES[left % SYLLABLES.length];
  }
  return word;
}

/** Zipf's law: the frequency of a word is one over its rank. */
const someWord = (): string => wordOf(Math.floor(VOCABULARY ** random()) - 1);
export const someWords = (count: number): string => Array.from({ length: count }, someWord).join(' ');

export function pageOf(n: number): SearchDocument {
  const title = someWords(6);
  return searchDocument({
    path: `/p/${n}`,
    url: `https://host${n % 40}.example/p/${n}`,
    key: n.toString(16).padStart(32, '0'),
    title,
    headings: someWords(6),
    anchors: title,
    body: someWords(WORDS),
    language: n % 3 === 0 ? 'de' : 'en',
  });
}
