import { cdxjLine, REVISIT_TYPE } from '#core/archive/warc/cdxj.ts';
import { readRecords, responseOf, type WarcRecord } from '#core/archive/warc/warc-reader.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/**
 * The index lines of a WARC file that a crawl wrote, from the file alone: the same lines that the
 * crawl kept, in the order of the records.
 * @throws SurfError OBJECT_CORRUPT
 */
export function warcIndex(bytes: Uint8Array, filename: string): string[] {
  const lines: string[] = [];
  for (const record of readRecords(bytes)) {
    const type = record.headers.get('warc-type');
    if (type === 'response' || type === 'revisit')
      lines.push(lineOf(record, { filename, isRevisit: type === 'revisit' }));
  }
  return lines;
}

function lineOf(record: WarcRecord, { filename, isRevisit }: { filename: string; isRevisit: boolean }): string {
  const { headers, offset, length } = record;
  const { status, headers: fields } = responseOf(record);
  const contentType = fields.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  return cdxjLine({
    url: (headers.get('warc-target-uri') ?? '') as CrawlUrl, // a crawl wrote it
    startedAt: Date.parse(headers.get('warc-date') ?? ''),
    contentType: isRevisit ? REVISIT_TYPE : contentType,
    status,
    payloadDigest: headers.get('warc-payload-digest')?.replace(/^sha1:/, '') ?? '-',
    offset,
    length,
    filename,
  });
}
