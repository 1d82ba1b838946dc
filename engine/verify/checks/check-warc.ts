import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { type ArchivedResponse, readRecords, responseOf, type WarcRecord } from '#core/archive/warc/warc-reader.ts';
import { sha1Base32, sha256Hex } from '#core/bytes/digest.ts';
import { areOfOneExtractor } from '#core/collection/page-visit.ts';
import { pageText } from '#core/content/markdown/markdown-page.ts';
import { textDigest } from '#core/content/text-digest.ts';
import { codeOf } from '#core/error.ts';
import type { Outcome } from '#core/model/outcome.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import { isPage } from '#engine/verify/audit/replay.ts';
import { checkRecords } from '#engine/verify/checks/check-records.ts';
import { checkUnchanged } from '#engine/verify/checks/check-unchanged.ts';
import type { ChunkContent } from '#engine/verify/objects/read-chunk.ts';
import type { PlannedUnit } from '#engine/verify/objects/read-plan.ts';

/** `limits.pageBytes` is never more. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/**
 * Checks the chunk's other objects: that they are the ones that its last line names, and every
 * record of the WARC.
 */
export async function checkParts(audit: Audit, chunk: ChunkContent, unit: PlannedUnit | undefined): Promise<void> {
  const codes = { missing: 'part-hash', hash: 'part-hash' } as const;
  if (chunk.end.links) await audit.objects.proven(`${chunk.base}${CHUNK_SUFFIX.links}`, chunk.end.links, codes);
  await checkRecords(audit, chunk, unit);
  const key = `${chunk.base}${CHUNK_SUFFIX.warc}`;
  const warc = new WarcCheck(audit, { chunk, unit, key });
  if (chunk.end.warc) {
    const bytes = await audit.objects.proven(key, chunk.end.warc, { missing: 'warc-missing', hash: 'warc-hash' });
    if (bytes !== null) warc.read(bytes);
  }
  warc.finish();
  for (const line of chunk.outcomes) {
    if (line.outcome.type !== 'notModified') continue;
    const revisit = line.warc === undefined ? undefined : warc.revisits.get(line.warc.offset);
    await checkUnchanged(audit, { where: `${key} task ${line.key}`, line, task: unit?.tasks.get(line.key), revisit });
  }
}

/** Fields of an index line. */
interface IndexLine {
  readonly url?: unknown;
  readonly digest?: unknown;
  readonly length?: unknown;
  readonly filename?: unknown;
}

/** Checks a WARC object against the outcomes and index lines that point into it. */
class WarcCheck {
  readonly #audit: Audit;
  readonly #of: { chunk: ChunkContent; unit: PlannedUnit | undefined; key: string };
  /** Pointers by offset. */
  readonly #pointers = new Map<number, OutcomeLine>();
  readonly #index = new Map<number, IndexLine>();
  /** Revisit records, by offset. */
  readonly revisits = new Map<number, WarcRecord>();

  constructor(audit: Audit, of: { chunk: ChunkContent; unit: PlannedUnit | undefined; key: string }) {
    this.#audit = audit;
    this.#of = of;
    const { chunk, key } = of;
    for (const line of chunk.outcomes) {
      if (line.warc === undefined) this.#checkUnarchived(line);
      else if (this.#pointers.has(line.warc.offset)) {
        const what = { expected: 'a separate record', found: line.warc };
        audit.differences.add('warc-pointer', `${key} task ${line.key}`, what);
      } else this.#pointers.set(line.warc.offset, line);
    }
    for (const line of chunk.cdxj) this.#addIndex(line);
  }

  read(bytes: Uint8Array): void {
    const { differences, looked } = this.#audit;
    try {
      for (const record of readRecords(bytes)) {
        const type = record.headers.get('warc-type');
        if (type !== 'response' && type !== 'revisit') continue;
        looked.records += 1;
        if (type === 'response') this.#response(record);
        else this.#revisit(record);
      }
    } catch (error) {
      if (codeOf(error) !== 'OBJECT_CORRUPT') throw error;
      differences.add('warc-corrupt', this.#of.key, { expected: 'WARC records', found: (error as Error).message });
    }
  }

  /** Reports pointers to no record. */
  finish(): void {
    const { differences } = this.#audit;
    for (const [offset, { key, warc }] of this.#pointers) {
      const what = { expected: warc, found: 'no response record' };
      differences.add('warc-pointer', `${this.#of.key} byte ${offset} task ${key}`, what);
    }
    for (const [offset, line] of this.#index) {
      const what = { expected: 'a response record', found: line };
      differences.add('cdxj', `${this.#of.key} byte ${offset}`, what);
    }
  }

  #checkUnarchived({ key, outcome }: OutcomeLine): void {
    if (!isPage(outcome as Outcome) || !this.#audit.workflow.output.warc) return;
    const what = { expected: 'a response record', found: 'none' };
    this.#audit.differences.add('warc-missing', `${this.#of.key} task ${key}`, what);
  }

  #addIndex(line: string): void {
    const json = line.slice(line.indexOf('{'));
    let entry: (IndexLine & { offset?: unknown }) | null = null;
    try {
      entry = JSON.parse(json) as IndexLine & { offset?: unknown };
    } catch {
      // stated below: it has no offset
    }
    const offset = Number(entry?.offset ?? Number.NaN);
    if (entry !== null && Number.isSafeInteger(offset) && !this.#index.has(offset)) this.#index.set(offset, entry);
    else this.#audit.differences.add('cdxj', this.#of.key, { expected: 'one index line a record', found: line });
  }

  #response(record: WarcRecord): void {
    const { differences } = this.#audit;
    const where = `${this.#of.key} byte ${record.offset}`;
    const response = responseOf(record);
    const digest = sha1Base32(response.wireBody);
    const stated = record.headers.get('warc-payload-digest');
    differences.compare('warc-payload', where, { expected: stated, found: `sha1:${digest}` });
    this.#indexed(record, where, digest);
    const line = this.#pointers.get(record.offset);
    this.#pointers.delete(record.offset);
    if (line !== undefined) this.#pointed(record, where, { line, response });
  }

  #revisit(record: WarcRecord): void {
    const where = `${this.#of.key} byte ${record.offset}`;
    this.#indexed(record, where, record.headers.get('warc-payload-digest')?.replace(/^sha1:/, '') ?? '-');
    const line = this.#pointers.get(record.offset);
    const found = { outcome: line?.outcome.type ?? 'none', status: responseOf(record).status };
    if (found.outcome !== 'notModified' || found.status !== 304) {
      const expected = { outcome: 'notModified', status: 304 };
      this.#audit.differences.add('warc-revisit', where, { expected, found });
    }
    this.#pointers.delete(record.offset);
    this.revisits.set(record.offset, record);
    this.#audit.differences.compare('warc-pointer', where, { expected: line?.warc?.length, found: record.length });
  }

  #indexed(record: WarcRecord, where: string, digest: string): void {
    const { url, digest: saidDigest, length, filename } = this.#index.get(record.offset) ?? {};
    this.#index.delete(record.offset);
    const { key } = this.#of;
    const expected = JSON.stringify([
      record.headers.get('warc-target-uri'),
      digest,
      record.length,
      key.slice(key.lastIndexOf('/') + 1),
    ]);
    const found = JSON.stringify([url, saidDigest, Number(length), filename]);
    this.#audit.differences.compare('cdxj', where, { expected, found });
  }

  #pointed(record: WarcRecord, where: string, of: { line: OutcomeLine; response: ArchivedResponse }): void {
    const { differences, workflow } = this.#audit;
    const { line, response } = of;
    if (line.outcome.type === 'notModified')
      differences.add('warc-revisit', where, { expected: 'a revisit record', found: 'a response record' });
    differences.compare('warc-pointer', where, { expected: line.warc?.length, found: record.length });
    const task = this.#of.unit?.tasks.get(line.key);
    const uri = record.headers.get('warc-target-uri') ?? '';
    const url = parseCrawlUrl(uri);
    // A redirect to another address with the same key is followed within the task.
    const same = task === undefined || uri === task.url || (url !== null && urlKey(url, workflow.key) === task.key);
    if (!same) differences.add('warc-url', where, { expected: task.url, found: uri });
    const truncated = record.headers.get('warc-truncated');
    if (line.outcome.type === 'stored') this.#body(where, line, { response, url, truncated });
  }

  /** The decoded body is what the outcome counted, and says so if it was cut. */
  #body(
    where: string,
    line: OutcomeLine,
    of: { response: ArchivedResponse; url: CrawlUrl | null; truncated: string | undefined },
  ): void {
    const { response, url, truncated } = of;
    const { decodeBody, differences } = this.#audit;
    const codings = response.headers.filter(([name]) => name.toLowerCase() === 'content-encoding');
    const encoding = codings.map(([, value]) => value).join(',');
    const decoded = decodeBody(encoding, response.wireBody, { maxBytes: MAX_BODY_BYTES });
    const isCut = line.cut === true; // then the body is archived without its coding
    const wireBytes = isCut ? line.bytes : line.wireBytes;
    const expected = [line.status, wireBytes, line.bytes, line.digest, isCut ? 'length' : null];
    const { status, wireBody } = response;
    const body = decoded.ok ? [decoded.body.length, sha256Hex(decoded.body)] : [decoded.end];
    const found = [status, wireBody.length, ...body, truncated ?? null];
    const what = { expected: JSON.stringify(expected), found: JSON.stringify(found) };
    differences.compare('warc-body', where, what);
    if (line.textDigest === undefined || !decoded.ok || url === null) return;
    const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
    const text = pageText(decoded.body, type, url);
    const digest = text?.type === 'html' ? textDigest(text.html, url) : null;
    if (digest !== null && !areOfOneExtractor(digest, line.textDigest)) return;
    differences.compare('warc-body', `${where} text`, { expected: line.textDigest, found: digest });
  }
}
