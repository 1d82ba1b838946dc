import { md5Hex } from '#core/bytes/digest.ts';
import { indexLinkLine, indexPageLine } from '#core/export/index-lines.ts';
import { pageTypeOf } from '#core/extraction/encoding/page-type.ts';
import { parseHttpDate } from '#core/fetch/headers/http-date.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { type ArchivedAnswer, decodedBody } from '#engine/archive-reader/chunk-responses.ts';
import type { BodyPorts } from '#engine/archive-reader/export-ports.ts';
import { exportedPages } from '#engine/archive-reader/exported-pages.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';
import { PageLinks, type RereadPage } from '#engine/archive-reader/page-links.ts';

/**
 * The index file of a configurable crawler (T6): for each page, exact copies included, in the order
 * of the crawl, its line and one line a link that the crawl accepts (core/export/index-lines.ts).
 * Links are read again from the archived page.
 *
 * @returns the lines of one page at a time, without LF
 * @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT
 */
export async function* indexExport(ports: BodyPorts, id: ExecutionId): AsyncGenerator<readonly string[]> {
  const { row, workflow } = await withWarc(ports, id);
  const reader = await PageLinks.open(ports, row, workflow);
  const keys = new Canonicalizer(workflow.key);
  for await (const page of exportedPages(ports, id, { copies: 'include' })) {
    const answer = await page.answer();
    if (answer === null) continue;
    const body = decodedBody(answer, ports.decodeBody);
    const read = reader.read(page.row, answer, body);
    yield [pageLine({ url: page.row.url, answer, body, read }, keys), ...linkLines(read, keys)];
  }
}

function pageLine(
  of: { readonly url: string; readonly answer: ArchivedAnswer; readonly body: Uint8Array; readonly read: RereadPage },
  keys: Canonicalizer,
): string {
  const { url, answer, body, read } = of;
  const normalizedUrl = keys.form(url as CrawlUrl);
  const now = Date.parse(answer.date ?? '') || 0;
  const dateOf = (name: string): number | null => parseHttpDate(headerOf(answer, name) ?? '', now);
  return indexPageLine({
    md5: md5Hex(normalizedUrl),
    normalizedUrl,
    originalUrl: url,
    title: read.scan.title,
    encoding: read.scan.charset,
    type: typeOf(answer, body),
    lastModified: dateOf('last-modified'),
    serverDate: dateOf('date'),
  });
}

/** `html`, `xml`, `json` or `text`; of other types the second half of the Content-Type: `png`. */
function typeOf(answer: ArchivedAnswer, body: Uint8Array): string {
  const contentType = headerOf(answer, 'content-type');
  const type = pageTypeOf(body, contentType);
  if (type !== 'other') return type;
  const [, subtype] = /^[^/]*\/([a-z0-9.+-]{1,100})/.exec((contentType ?? '').toLowerCase()) ?? [];
  return subtype ?? 'other';
}

const linkLines = ({ links }: RereadPage, keys: Canonicalizer): string[] =>
  links.flatMap(({ to, text, reason }) =>
    reason === null ? [indexLinkLine(keys.form(to as CrawlUrl), text ?? '')] : [],
  );
