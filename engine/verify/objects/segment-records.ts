import type { SegmentRef } from '#core/frontier/frontier.ts';
import {
  BLOCK_RECORDS,
  blocksOf,
  compareKeys,
  indexOffset,
  KEY_BYTES,
  PREFIX_BYTES,
  prefixBytes,
  segmentBytes,
  viewOf,
} from '#core/frontier/segments/sorted-segment.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';

/**
 * The records of segments, the newest segment first; what is not sorted or cut short is a
 * difference.
 */
export async function* segmentRecords(audit: Audit, segments: readonly SegmentRef[]): AsyncGenerator<Uint8Array> {
  for (const segment of segments.toReversed()) {
    const bytes = await audit.objects.bytes(segment.object, 'segment-corrupt');
    if (bytes === null) continue;
    const expected = segmentBytes(segment);
    if (bytes.length !== expected) {
      audit.differences.add('segment-corrupt', segment.object, { expected, found: bytes.length });
    }
    const end = Math.min(indexOffset(segment), bytes.length - (bytes.length % segment.recordBytes));
    checkOrder(audit, segment, bytes);
    for (let at = 0; at + segment.recordBytes <= end; at += segment.recordBytes) {
      yield bytes.subarray(at, at + segment.recordBytes);
    }
  }
}

function checkOrder({ differences }: Audit, segment: SegmentRef, bytes: Uint8Array): void {
  if (bytes.length !== segmentBytes(segment)) return;
  const { recordBytes, count, object } = segment;
  const view = viewOf(bytes);
  for (let n = 1; n < count; n++) {
    if (compareKeys(view, (n - 1) * recordBytes, view, n * recordBytes) < 0) continue;
    differences.add('segment-corrupt', `${object} record ${n}`, { expected: 'a higher key', found: 'not higher' });
    return;
  }
  for (let block = 0; block < blocksOf(segment); block++) {
    const at = indexOffset(segment) + block * KEY_BYTES;
    if (compareKeys(view, block * BLOCK_RECORDS * recordBytes, view, at) === 0) continue;
    differences.add('segment-corrupt', `${object} block ${block}`, { expected: 'its first key', found: 'another' });
    return;
  }
  for (let at = bytes.length - prefixBytes(segment), n = 0; at < bytes.length; at += PREFIX_BYTES, n++) {
    if (view.getUint32(at, true) === view.getUint32(n * recordBytes)) continue;
    differences.add('segment-corrupt', `${object} prefix ${n}`, { expected: 'that of its key', found: 'another' });
    return;
  }
}
