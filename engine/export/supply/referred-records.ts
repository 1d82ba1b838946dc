import { executionPrefix } from '#core/archive/object-keys.ts';
import { cdxjLine } from '#core/archive/warc/cdxj.ts';
import { sha1Base32 } from '#core/bytes/digest.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { answerIn } from '#engine/archive-reader/chunk-responses.ts';
import type { PagePorts } from '#engine/archive-reader/export-ports.ts';
import { exportedPages } from '#engine/archive-reader/exported-pages.ts';
import type { WarcPart } from '#engine/export/supply/warc-parts.ts';

/** A file is closed at this size. */
const PART_BYTES = 16 * 1024 * 1024;

/**
 * The responses of earlier executions that this one's revisit records refer to, as WARC files
 * `base-<n>.warc.gz`: with them a package can be replayed without those executions. One file is in
 * memory at a time.
 *
 * @throws SurfError EXECUTION_NOT_FOUND, OBJECT_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* referredRecords(ports: PagePorts, id: ExecutionId): AsyncGenerator<WarcPart> {
  const own = executionPrefix(id);
  let number = 0;
  let members: Uint8Array[] = [];
  let cdxj: string[] = [];
  let offset = 0;
  const name = (): string => `base-${String(number).padStart(6, '0')}.warc.gz`;
  for await (const { row } of exportedPages(ports, id)) {
    const at = row.archived;
    if (row.outcome.type !== 'notModified' || at === null || at.object.startsWith(own)) continue;
    const member = await ports.archive.range(at.object, at.offset, at.length);
    const { url, date, status, wireBody, ...head } = answerIn(member, at);
    const startedAt = Date.parse(date ?? '') || 0;
    const contentType = headerOf({ status, ...head }, 'content-type');
    const place = { payloadDigest: sha1Base32(wireBody), offset, length: member.length, filename: name() };
    cdxj.push(cdxjLine({ url, startedAt, contentType, status, ...place }));
    members.push(member);
    offset += member.length;
    if (offset < PART_BYTES) continue;
    yield { name: name(), bytes: Buffer.concat(members), cdxj };
    number += 1;
    members = [];
    cdxj = [];
    offset = 0;
  }
  if (members.length > 0) yield { name: name(), bytes: Buffer.concat(members), cdxj };
}
