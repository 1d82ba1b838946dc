import type { ExecutionId } from '#core/model/ids.ts';
import { SelectionRules } from '#core/selection/compiled/selection-rules.ts';
import type { Extractor } from '#core/selection/extractor.ts';
import type { Selection } from '#core/selection/selection.ts';
import { decodedBody } from '#engine/archive-reader/chunk-responses.ts';
import type { BodyPorts } from '#engine/archive-reader/export-ports.ts';
import { type ExportedPage, exportedPages } from '#engine/archive-reader/exported-pages.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';

/**
 * Pages that are extracted ahead of the one whose record is due; so many keep the extractor busy.
 */
const MOST_PAGES = 16;
const MOST_BYTES = 32 * 1024 * 1024;

interface Ahead {
  readonly bytes: number;
  readonly line: Promise<string>;
}

/**
 * Extracts again from the archive, without one request (N4): the same pages, in the same order,
 * give the same records as a crawl with this policy. Pages that turned out to be duplicates have
 * none. One chunk, and at most 32 MB of pages (or one), are in memory at a time; of an execution
 * that continues, what was committed when it began.
 *
 * @param of.extractor that of the policy
 * @returns lines of JSON without LF: `{"url":…,"record":{…},"errors":[…]}`, one for each page to
 * which a rule applies
 * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT when the workflow wanted no WARC;
 * OBJECT_CORRUPT
 */
export async function* extractAgain(
  ports: BodyPorts,
  id: ExecutionId,
  of: { readonly selection: Selection; readonly extractor: Extractor },
): AsyncGenerator<string> {
  await withWarc(ports, id);
  const rules = new SelectionRules(of.selection);
  const ahead: Ahead[] = [];
  let bytes = 0;
  for await (const page of exportedPages(ports, id)) {
    const begun = await begin(ports, page, { rules, extractor: of.extractor });
    if (begun === null) continue;
    ahead.push(begun);
    bytes += begun.bytes;
    while (ahead.length > MOST_PAGES || (bytes > MOST_BYTES && ahead.length > 0)) {
      const first = ahead.shift();
      if (first === undefined) break;
      bytes -= first.bytes;
      yield await first.line;
    }
  }
  for (const { line } of ahead) yield await line;
}

/** @returns null when no rule applies */
async function begin(
  { decodeBody }: BodyPorts,
  { row, answer }: ExportedPage,
  { rules, extractor }: { readonly rules: SelectionRules; readonly extractor: Extractor },
): Promise<Ahead | null> {
  if (!rules.applies(row.url, row.contentType)) return null;
  const archived = await answer();
  if (archived === null) return null;
  const contentType = archived.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  const body = decodedBody(archived, decodeBody);
  const { url } = row;
  const line = extractor
    .extract({ url, address: archived.url, contentType, charset: null, body })
    .then((text) => `{"url":${JSON.stringify(url)},${text.slice(1)}`);
  line.catch(() => {}); // heard of when its turn comes
  return { bytes: body.length, line };
}
