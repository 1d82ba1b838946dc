import { sharedPart, shinglesOf } from '#core/content/near/shingles.ts';
import { USUAL_THRESHOLD } from '#core/content/near/threshold.ts';
import {
  MOST_OFFSET,
  MOST_RESULTS,
  type OpenedIndex,
  type SearchAnswer,
  type SearchRequest,
  type SearchResult,
} from '#core/search/search-index.ts';

/** Better results that a result is compared with: near copies score nearly the same. */
const MOST_PARTNERS = 50;

/**
 * A search without results that have nearly the same indexed text as a better one. `total` and
 * facets count all pages. Looks at the best thousand results.
 * @throws SurfError OBJECT_CORRUPT
 */
export function distinctResults(index: OpenedIndex, request: SearchRequest): SearchAnswer {
  const wanted = request.offset + request.limit;
  const first = index.search({ ...request, limit: MOST_RESULTS, offset: 0 });
  const kept: SearchResult[] = [];
  const texts: Uint32Array[] = [];
  let leftOut = 0;
  const take = (result: SearchResult): void => {
    const text = shinglesOf(index.find(result.key)?.body ?? '');
    if (texts.some((other) => sharedPart(text, other) >= USUAL_THRESHOLD)) {
      leftOut += 1;
      return;
    }
    kept.push(result);
    texts.push(text);
    if (texts.length > MOST_PARTNERS) texts.shift();
  };
  for (let at = 0, { results } = first; results.length > 0 && at < MOST_OFFSET; ) {
    for (const result of results) if (kept.length < wanted) take(result);
    at += MOST_RESULTS;
    if (kept.length >= wanted || at >= first.total) break;
    ({ results } = index.search({ ...request, limit: MOST_RESULTS, offset: at }));
  }
  return { ...first, results: kept.slice(request.offset), leftOut };
}
