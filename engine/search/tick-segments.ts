import { searchName } from '#core/archive/object-keys.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Scratch } from '#core/export/scratch.ts';
import type { SearchDocument } from '#core/search/search-document.ts';
import type { IndexSegment, OpenedIndex, SearchIndex } from '#core/search/search-index.ts';
import { type ListedSegment, segmentsToMerge } from '#core/search/segment-list.ts';
import { type ShownPages, shownPages } from '#core/search/shown-pages.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { keptKeys } from '#engine/search/kept-keys.ts';
import { withKnownLinks } from '#engine/search/known-links.ts';

/** Tools to join segments. */
interface JoinTools {
  readonly index: SearchIndex;
  readonly source: Pick<ExportSource, 'archive'>;
  readonly scratch: Scratch;
}

/** A tick, and the index of the previous tick. */
interface JoinedTick {
  readonly row: Execution;
  readonly older: OpenedIndex | 'gone';
  /** The pages that the tick requested. */
  readonly documents: () => AsyncIterable<SearchDocument>;
}

/**
 * Builds the index of a tick: a segment of the pages that it requested, and a list of this one and
 * of the older segments, with the pages that are found in each. The list is written last: a build
 * that dies before leaves a segment, which the next one takes.
 */
export async function joinTick(
  { index, source, scratch }: JoinTools,
  { row, older, documents }: JoinedTick,
): Promise<OpenedIndex> {
  const name = searchName(row.id, row.wave);
  const linked = older === 'gone' || isWhole(row) ? documents : () => withKnownLinks(documents(), older);
  const own = (await index.open(`${name}.own`)) ?? (await index.build(`${name}.own`, linked()));
  const all: ListedSegment[] = [];
  try {
    const kept = keptKeys(source, row, scratch);
    const shown = await shownPages({ own: own.segments, older: older === 'gone' ? [] : older.segments }, kept);
    all.push(...own.segments.map(allOf), ...shown.map(listed));
  } finally {
    own.close();
  }
  const complete = older !== 'gone' && older.complete;
  const found = all.filter(({ shown }) => shown > 0);
  return index.join(name, { v: 1, complete, segments: await merged(index, name, found) });
}

/** A tick that requested every page knows all links. */
const isWhole = ({ counts }: Execution): boolean => (counts.kept ?? 0) === 0;

/** Merges segments into one, where there are too many, or most of their pages are hidden. */
async function merged(index: SearchIndex, name: string, all: readonly ListedSegment[]): Promise<ListedSegment[]> {
  const places = segmentsToMerge(all);
  if (places.length === 0) return [...all];
  const chosen = all.filter((_, place) => places.includes(place));
  const one = await index.merge(`${name}.merged`, { v: 1, complete: true, segments: chosen });
  one.close();
  return [...one.segments.map(allOf), ...all.filter((_, place) => !places.includes(place))];
}

const allOf = ({ object, bytes, pages }: IndexSegment): ListedSegment => ({
  object,
  bytes,
  pages,
  shown: pages,
  bits: null,
});

const listed = ({ segment: { object, bytes, pages }, bits, count }: ShownPages): ListedSegment => ({
  object,
  bytes,
  pages,
  shown: count,
  bits: count === pages ? null : Buffer.from(bits.bytes).toString('base64'),
});
