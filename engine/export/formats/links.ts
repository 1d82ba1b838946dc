import { printableJson, printableLines } from '#core/model/printable.ts';
import { asciiJson, inParts, sortablePlace } from '#engine/export/job/counted-text.ts';
import type { Chunks, ExportJob, ExportTally } from '#engine/export/job/export-job.ts';

/** Most characters of the texts of one page's links to one target, joined. */
const MOST_TEXT = 10_000;

/** A JSON line per link; or per target and page that links to it (H10). */
export const linkLines = (job: ExportJob): Chunks =>
  inParts(job.options.byTarget ? targetLines(job) : edgeLines(job), job.tally);

async function* edgeLines({ supply, id, tally }: ExportJob): AsyncGenerator<string> {
  for await (const lines of supply.links(id)) {
    const text = Buffer.from(lines).toString();
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) tally.items += 1;
    yield printableLines(text);
  }
}

/**
 * `{to, from, text}`, sorted by target, then page: all texts of the page's links to the target in
 * their order, joined with a space.
 */
async function* targetLines(job: ExportJob): AsyncGenerator<string> {
  const { supply, id, tally, scratch } = job;
  const sorted = scratch.sorter();
  let place = 0;
  for await (const links of supply.linksWithText(id)) {
    const lines = links.map(
      ({ to, from, text }) => `${to}\t${from}\t${sortablePlace(place++)}\t${asciiJson(text ?? '')}`,
    );
    await sorted.add(lines);
  }
  let entry: Entry | null = null;
  for await (const part of sorted.sorted()) {
    for (const line of part.split('\n')) {
      const [to, from, , json] = line.split('\t');
      if (to === undefined || from === undefined || json === undefined) continue;
      const text = JSON.parse(json) as string;
      if (entry !== null && entry.to === to && entry.from === from) {
        if (entry.text.length < MOST_TEXT) entry.text = `${entry.text} ${text}`.trim();
        continue;
      }
      if (entry !== null) yield told(entry, tally);
      entry = { to, from, text };
    }
  }
  if (entry !== null) yield told(entry, tally);
}

interface Entry {
  readonly to: string;
  readonly from: string;
  text: string;
}

function told({ to, from, text }: Entry, tally: ExportTally): string {
  tally.items += 1;
  return `${printableJson({ to, from, text: text.slice(0, MOST_TEXT) })}\n`;
}
