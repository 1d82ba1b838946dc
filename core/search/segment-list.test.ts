import { describe, expect, it } from 'vitest';
import { MOST_DOCUMENTS } from '#core/search/search-document.ts';
import { MOST_SEGMENTS, type SegmentSize, segmentsToMerge } from '#core/search/segment-list.ts';

/** Segments of which every page is found. */
const whole = (...shown: readonly number[]): SegmentSize[] => shown.map((pages) => ({ pages, shown: pages }));

describe('the segments of an index', () => {
  it('stay while there are eight or fewer, and half of their pages are found', () => {
    expect(segmentsToMerge([])).toEqual([]);
    expect(segmentsToMerge(whole(...Array.from({ length: MOST_SEGMENTS }, () => 5)))).toEqual([]);
    expect(segmentsToMerge([{ pages: 100, shown: 50 }])).toEqual([]);
  });

  it('are merged above that, but for the largest', () => {
    expect(segmentsToMerge(whole(3, 900, 2, 1, 1, 1, 1, 1, 1))).toEqual([3, 4, 5, 6, 7, 8, 2, 0]);
  });

  it('are merged as far as they fit, and two at least', () => {
    const half = MOST_DOCUMENTS / 2;

    expect(segmentsToMerge(whole(...Array.from({ length: 9 }, () => half)))).toEqual([0, 1]);
    expect(segmentsToMerge(whole(...Array.from({ length: 9 }, () => MOST_DOCUMENTS)))).toEqual([0, 1]);
    expect(segmentsToMerge(whole(...Array.from({ length: 9 }, (_, n) => (n === 4 ? half : half / 2))))).toEqual([
      ...[0, 1, 2, 3],
    ]);
  });

  it('are all merged that fit, where most of their pages are hidden', () => {
    expect(segmentsToMerge([{ pages: 100, shown: 40 }])).toEqual([0]);
    expect(segmentsToMerge([{ pages: 100, shown: 10 }, ...whole(20)])).toEqual([0, 1]);
    expect(
      segmentsToMerge([
        { pages: MOST_DOCUMENTS, shown: 10 },
        { pages: MOST_DOCUMENTS, shown: 20 },
        ...whole(MOST_DOCUMENTS - 30),
      ]),
    ).toEqual([0, 1, 2]);
  });
});
