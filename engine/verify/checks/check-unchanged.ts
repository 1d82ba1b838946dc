import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { readRecords, responseOf, type WarcRecord } from '#core/archive/warc/warc-reader.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { codeOf } from '#core/error.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { KnownTask } from '#engine/verify/audit/known-task.ts';
import { sameJson } from '#engine/verify/audit/same-json.ts';

const PROFILE = 'http://netpreserve.org/warc/1.1/revisit/server-not-modified';

/** A page that a chunk says was not modified. */
export interface Unchanged {
  readonly where: string;
  readonly line: OutcomeLine;
  readonly task: KnownTask | undefined;
  /**
   * The record that it points to in its own chunk; undefined where there is none, which is said
   * elsewhere.
   */
  readonly revisit: WarcRecord | undefined;
}

/**
 * Proves that the base has the page, that its body is where the outcome says and what it says, and
 * that the revisit record refers to it.
 */
export async function checkUnchanged(audit: Audit, { where, line, task, revisit }: Unchanged): Promise<void> {
  const { differences } = audit;
  if (audit.base === null || task === undefined) return; // a difference already
  const page = audit.base?.pageOf(task);
  const cut = page?.cut === true;
  const expected = page && { digest: page.digest, bytes: page.bytes, cut, body: page.archived };
  const found = { digest: line.digest, bytes: line.bytes, cut: line.cut === true, body: line.body };
  if (page === undefined || !sameJson(expected, found)) {
    differences.add('not-modified', where, { expected: expected ?? 'a page of the base', found });
    return;
  }
  const record = await archivedRecord(audit, { where, line });
  if (record === null) return;
  if (revisit !== undefined) checkRevisit(audit, where, { url: page.url ?? task.url, record, revisit });
}

/** @returns null when the body is not there, or another: a difference */
async function archivedRecord(
  audit: Audit,
  { where, line }: Pick<Unchanged, 'where' | 'line'>,
): Promise<WarcRecord | null> {
  const { object, offset, length } = line.body ?? { object: '', offset: 0, length: 0 };
  const say = (found: string): null => {
    audit.differences.add('base-body', where, { expected: `${line.digest} at byte ${offset} of ${object}`, found });
    return null;
  };
  try {
    const [record] = readRecords(await audit.archive.range(object, offset, length));
    if (record === undefined) return say('no record');
    const response = responseOf(record);
    const codings = response.headers.filter(([name]) => name.toLowerCase() === 'content-encoding');
    const encoding = codings.map(([, value]) => value).join(',');
    const decoded = audit.decodeBody(encoding, response.wireBody, { maxBytes: line.bytes ?? 0 });
    if (!decoded.ok) return say(decoded.end);
    const digest = sha256Hex(decoded.body);
    return digest === line.digest ? record : say(digest);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return say((error as Error).message);
  }
}

function checkRevisit(
  { differences }: Audit,
  where: string,
  of: { url: string; record: WarcRecord; revisit: WarcRecord },
): void {
  const { url, record, revisit } = of;
  const says = [PROFILE, url, url, record.headers.get('warc-date'), record.headers.get('warc-payload-digest')];
  const names = [
    'warc-profile',
    'warc-target-uri',
    'warc-refers-to-target-uri',
    'warc-refers-to-date',
    'warc-payload-digest',
  ];
  const found = names.map((name) => revisit.headers.get(name));
  differences.compare('warc-revisit', where, { expected: JSON.stringify(says), found: JSON.stringify(found) });
}
