import type { Mutation } from '#test/mutate/mutation.ts';

const COLLECTION = 'test/e2e/results/collection-search.test.ts';
const CONTRACT = 'test/contract/embedded.test.ts';
const INDEX = 'adapters/search/joined-segments.test.ts';

/** The index of a collection: which pages its segments show, and how they answer as one (S22). */
export const searching: readonly Mutation[] = [
  {
    rule: 'a page of which a tick was told something is hidden in older segments',
    broken: 'only what the tick archived again is',
    file: 'engine/search/kept-keys.ts',
    find: 'if (next.done === true || next.value !== key) yield key;',
    replace: 'yield key;',
    tests: [COLLECTION],
  },
  {
    rule: 'a request that failed leaves the older version of its page in searches',
    broken: 'every page that the tick asked for is hidden',
    file: 'engine/search/kept-keys.ts',
    find: 'found !== undefined || gone === true',
    replace: "found !== 'no' || gone === true",
    tests: [COLLECTION],
  },
  {
    rule: 'a page that a list hides is not found',
    broken: 'all pages of a segment are',
    file: 'adapters/search/segment/ranked-rows.ts',
    find: 'if (!segment.isShown(row)) continue;',
    replace: 'if (row < 0) continue;',
    tests: [CONTRACT],
  },
  {
    rule: 'how often a page has a text comes out of the score in its own segment',
    broken: 'the segment counts as twice as large',
    file: 'adapters/search/segment/fts-segment.ts',
    find: 'weightOf(rows.length, totals.pages)',
    replace: 'weightOf(rows.length, totals.pages * 2)',
    tests: [INDEX],
  },
  {
    rule: 'frequent words count as FTS5 counts them',
    broken: 'a word in the title counts as one in the text',
    file: 'adapters/search/segment/frequent-words.ts',
    find: 'counts.push(WEIGHTS[column]);',
    replace: 'counts.push(1);',
    tests: [INDEX],
  },
  {
    rule: 'an index has eight segments at most',
    broken: 'any number',
    file: 'core/search/segment-list.ts',
    find: 'return sizes.length <= MOST_SEGMENTS ? []',
    replace: 'return sizes.length <= MOST_SEGMENTS * 9 ? []',
    tests: [COLLECTION],
  },
  {
    rule: 'a list of which a segment is gone is no index',
    broken: 'the others answer',
    file: 'adapters/search/fts-index.ts',
    find: 'if (place === null) return null;\n      places.push(place);',
    replace: 'if (place !== null) places.push(place);',
    tests: [CONTRACT],
  },
  {
    rule: 'a tick is searched with the tick before as it was then',
    broken: 'as it is now',
    file: 'engine/search/tick-base.ts',
    find: 'if (row.manifest === base.manifest) return row;',
    replace: 'if (row.manifest !== null) return row;',
    tests: [COLLECTION],
  },
  {
    rule: 'an export leaves out only near copies of pages that stay',
    broken: 'it leaves out whole groups but for their first page',
    file: 'engine/duplicates/duplicate-report.ts',
    find: 'if (!isFirst && similarity >= threshold)',
    replace: 'if (!isFirst)',
    tests: ['test/e2e/results/near-copies.test.ts'],
  },
  {
    rule: 'a search leaves near copies of better results out',
    broken: 'it keeps them',
    file: 'engine/search/distinct-results.ts',
    find: '>= USUAL_THRESHOLD',
    replace: '> 1',
    tests: ['test/e2e/results/near-copies.test.ts'],
  },
];
