import { type Accented, stemsOf } from '#adapters/search/languages/query-stems.ts';
import type { SearchLanguage } from '#adapters/search/languages/search-languages.ts';
import { stemOf, wordsIn } from '#adapters/search/languages/word-stems.ts';
import type { SearchQuery } from '#core/search/search-query.ts';

/** Most different texts that a snippet looks for; the first ones of the page. */
const MOST_TEXTS = 50;

/**
 * The texts of a page that a query finds by their stems, as the page writes them: `Häuser` for
 * `Haus`. A snippet marks them.
 */
export function markedTexts(
  language: SearchLanguage,
  body: string,
  { query, accented }: { readonly query: SearchQuery; readonly accented: Accented },
): string[] {
  const sought = query.texts
    .filter(({ not }) => !not)
    .map((term) => stemsOf(language, term, accented))
    .filter((stems) => stems.length > 0);
  const words = wordsIn(body);
  const stems = words.map((word) => stemOf(language, word).stem);
  const found = new Set<string>();
  for (let at = 0; at < words.length && found.size < MOST_TEXTS; at++) {
    for (const text of sought) {
      if (text.every((of, i) => of.includes(stems[at + i] ?? '')))
        found.add(words.slice(at, at + text.length).join(' '));
    }
  }
  return [...found];
}
