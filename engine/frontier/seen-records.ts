import type { Archive } from '#core/archive/archive.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { decodeSeen, type FoundSeen } from '#core/frontier/segments/seen-record.ts';
import { SegmentStore } from '#engine/frontier/lines/segment-store.ts';

/** Records of the seen set by key. */
export async function seenRecords(
  archive: Archive,
  head: Frontier,
  keys: readonly string[],
): Promise<Map<string, FoundSeen>> {
  const sorted = [...new Set(keys)].sort();
  const records = await new SegmentStore(archive, () => '').lookup(head.seen, sorted);
  return new Map([...records].map(([place, record]) => [sorted[place] ?? '', decodeSeen(record)]));
}
