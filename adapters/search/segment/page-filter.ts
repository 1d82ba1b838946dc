import type { FtsSegment } from '#adapters/search/segment/fts-segment.ts';
import { timeOf } from '#core/search/moment.ts';
import { SEARCH_KINDS } from '#core/search/search-document.ts';
import type { FilterTerm } from '#core/search/search-query.ts';

/** True for a row that passes. */
export type RowTest = (row: number) => boolean;

/**
 * The filters of a query as a test of the rows of one segment.
 * @param now epoch ms, which ages count from
 */
export function rowTest(segment: FtsSegment, filters: readonly FilterTerm[], now: number): RowTest {
  const tests = filters.map((filter) => testOf(segment, filter, now));
  return (row) => tests.every((test) => test(row));
}

function testOf(segment: FtsSegment, filter: FilterTerm, now: number): RowTest {
  const { columns } = segment;
  const { not } = filter;
  switch (filter.type) {
    case 'type': {
      const kind = SEARCH_KINDS.indexOf(filter.kind);
      return (row) => (columns.kinds[row - 1] === kind) !== not;
    }
    case 'lang': {
      const language = segment.names('language').indexOf(filter.language);
      return (row) => (columns.languages[row - 1] === language) !== not;
    }
    case 'changed': {
      const at = timeOf(filter.moment, now);
      const isAfter = filter.is === 'after';
      return (row) => {
        const changed = columns.changed[row - 1] ?? Number.NaN;
        return !Number.isNaN(changed) && changed >= at === (isAfter !== not);
      };
    }
    case 'site': {
      const { host } = filter;
      const isOfIt = segment.names('host').map((name) => name === host || name.endsWith(`.${host}`));
      return (row) => isOfIt[columns.hosts[row - 1] ?? -1] !== not;
    }
  }
}
