import type { LineList, LineSorter } from '#core/export/scratch.ts';
import { withPort } from '#core/export/tables/crawl-table-row.ts';
import { printableJson } from '#core/model/printable.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { asciiJson, inParts, sortablePlace } from '#engine/export/job/counted-text.ts';
import type { Chunks, ExportJob } from '#engine/export/job/export-job.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';
import { exportCrawlTable } from '#engine/export/supply/crawl-table-rows.ts';

/** Most characters of the texts of one page's links to one target, joined. */
const MOST_TEXT = 10_000;
/**
 * Most `anchors:` columns of a row; of more linking pages the first by address count. It bounds a
 * row in memory.
 */
const MOST_ANCHORS = 10_000;

/** Second fields of the lines that are joined: the row of a key comes before the links to it. */
const ROW = '0';
const LINK = '1';

type KeyOf = (url: string) => string;

/**
 * A JSON line per requested URL, in the order of the crawl, with a column `anchors:<URL>` for each
 * page that links to it (H7, H10). Rows are written down first; links are joined to them by an
 * external sort, so memory does not grow with the crawl.
 */
export const crawlTableLines = (job: ExportJob): Chunks => inParts(tableLines(job), job.tally);

async function* tableLines(job: ExportJob): AsyncGenerator<string> {
  const rows = job.scratch.list();
  const joined = job.scratch.sorter();
  const keyOf = await keysOf(job);
  await writeRows(job, { rows, joined, keyOf });
  await addLinks(job, { joined, keyOf });
  const columns = job.scratch.sorter();
  for await (const { place, json } of columnsByKey(joined, job.options)) await columns.add([`${place}\t${json}`]);
  yield* withColumns(rows.lines(), columns);
}

/** Two spellings of one page have one key, with and without port. */
async function keysOf({ supply, id }: ExportJob): Promise<KeyOf> {
  const keys = new Canonicalizer((await supply.definition(id)).key);
  return (url) => {
    const parsed = parseCrawlUrl(url);
    return parsed === null ? url : keys.form(parsed);
  };
}

interface Joined {
  readonly joined: LineSorter;
  readonly keyOf: KeyOf;
}

async function writeRows(job: ExportJob, { rows, joined, keyOf }: Joined & { readonly rows: LineList }): Promise<void> {
  const { supply, id, options, tally } = job;
  for await (const row of exportCrawlTable(await supply.kept(id), id, options)) {
    await joined.add([`${keyOf(row.url)}\t${ROW}\t${sortablePlace(tally.items)}`]);
    await rows.add([printableJson(row)]);
    tally.items += 1;
  }
}

async function addLinks(job: ExportJob, { joined, keyOf }: Joined): Promise<void> {
  let place = 0;
  for await (const links of job.supply.linksWithText(job.id)) {
    const anchors = links.filter(({ kind }) => kind === 'a');
    await joined.add(
      anchors.map(
        ({ to, from, text }) => `${keyOf(to)}\t${LINK}\t${from}\t${sortablePlace(place++)}\t${asciiJson(text ?? '')}`,
      ),
    );
  }
}

interface RowColumns {
  /** Of the row in the table, padded. */
  readonly place: string;
  readonly anchors: Map<string, string>;
}

/** The columns of each row that has some, as a JSON object, in the order of the rows' keys. */
async function* columnsByKey(
  joined: LineSorter,
  { explicitPorts }: ExportJob['options'],
): AsyncGenerator<{ place: string; json: string }> {
  let key: string | undefined;
  let row: RowColumns | null = null;
  const told = ({ place, anchors }: RowColumns): { place: string; json: string } => {
    const named = [...anchors].map(([from, text]) => [`anchors:${explicitPorts ? withPort(from) : from}`, text]);
    return { place, json: asciiJson(Object.fromEntries(named)) };
  };
  for await (const part of joined.sorted()) {
    for (const line of part.split('\n')) {
      const [of = '', mark, first = '', , json] = line.split('\t');
      if (mark === ROW) {
        if (row !== null && row.anchors.size > 0) yield told(row);
        key = of;
        row = { place: first, anchors: new Map() };
      } else if (mark === LINK && of === key && row !== null && json !== undefined) {
        addText(row.anchors, { from: first, text: JSON.parse(json) as string });
      }
    }
  }
  if (row !== null && row.anchors.size > 0) yield told(row);
}

/** Texts of one page's links to one target are joined with a space. */
function addText(anchors: Map<string, string>, { from, text }: { readonly from: string; readonly text: string }): void {
  const before = anchors.get(from);
  if (before === undefined && anchors.size >= MOST_ANCHORS) return;
  if (before !== undefined && before.length >= MOST_TEXT) return;
  anchors.set(from, `${before ?? ''} ${text}`.trim().slice(0, MOST_TEXT));
}

/** @param columns lines of a row's place and its columns; rows without have none */
async function* withColumns(rows: AsyncIterable<string>, columns: LineSorter): AsyncGenerator<string> {
  const sorted = sortedLines(columns);
  let next = await sorted.next();
  let place = 0;
  for await (const row of rows) {
    const [at, json] = next.done === true ? [] : next.value.split('\t', 2);
    if (at === sortablePlace(place) && json !== undefined) {
      yield `${row.slice(0, -1)},${json.slice(1)}\n`;
      next = await sorted.next();
    } else yield `${row}\n`;
    place += 1;
  }
}
