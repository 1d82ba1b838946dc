import { changesAfter, type PageState } from '#core/collection/page-state.ts';
import type { PageVisit } from '#core/collection/page-visit.ts';
import type { SearchDocument, SearchedChanges } from '#core/search/search-document.ts';

/** A document with what its crawl found there; null: the execution is not of a collection. */
export type VisitedDocument = Omit<SearchDocument, 'changes'> & { readonly visit: PageVisit | null };

/**
 * Joins documents with what the collection knew of their pages before. Both are in the order of
 * their keys, and each is read once.
 */
export async function* withChanges(
  documents: AsyncIterable<VisitedDocument>,
  known: AsyncIterator<PageState>,
): AsyncGenerator<SearchDocument> {
  let before = await nextOf(known);
  try {
    for await (const { visit, ...document } of documents) {
      while (before !== null && before.key < document.key) before = await nextOf(known);
      const state = before?.key === document.key ? before : null;
      yield { ...document, changes: visit === null ? null : changesOf(state, visit) };
    }
  } finally {
    await known.return?.();
  }
}

async function nextOf(known: AsyncIterator<PageState>): Promise<PageState | null> {
  const { done, value } = await known.next();
  return done === true ? null : value;
}

function changesOf(before: PageState | null, visit: PageVisit): SearchedChanges {
  const { asked, changed, changedAt } = changesAfter(before, visit);
  return { visits: asked, changed, changedAt: new Date(changedAt).toISOString() };
}
