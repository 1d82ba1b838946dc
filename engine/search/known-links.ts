import { MOST_ANCHORS, MOST_SIDE_TEXT, type SearchDocument } from '#core/search/search-document.ts';
import type { OpenedIndex } from '#core/search/search-index.ts';

/**
 * Adds to the pages that a tick requested the links to them that earlier ticks found: it has not
 * requested all pages that link to them. Their number is the highest that one tick has counted.
 */
export async function* withKnownLinks(
  documents: AsyncIterable<SearchDocument>,
  older: Pick<OpenedIndex, 'find'>,
): AsyncGenerator<SearchDocument> {
  for await (const document of documents) {
    const before = older.find(document.key);
    if (before === null) yield document;
    else {
      const inlinks = Math.max(document.inlinks, before.inlinks);
      yield { ...document, inlinks, anchors: bothOf(document.anchors, before.anchors) };
    }
  }
}

/** Distinct texts of both, those of the first one first. */
function bothOf(newer: string, older: string): string {
  const texts = new Set(newer === '' ? [] : newer.split('\n'));
  let characters = newer.length + 1;
  for (const text of older === '' ? [] : older.split('\n')) {
    if (texts.has(text) || texts.size === MOST_ANCHORS) continue;
    characters += text.length + 1;
    if (characters <= MOST_SIDE_TEXT) texts.add(text);
  }
  return [...texts].join('\n');
}
