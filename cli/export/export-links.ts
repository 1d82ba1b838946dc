import { inParts } from '#cli/export/export-files.ts';
import type { ExportJob, ExportTally } from '#cli/export/export-job.ts';
import type { Chunks } from '#cli/export/export-target.ts';
import { SortedLines } from '#cli/export/sorted-lines-file.ts';
import { printableJson, printableLines } from '#cli/terminal/printable.ts';

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

/** `{to, from, text}`, sorted by target, then page: all texts of the page's links to the target in their order, joined with a space. */
async function* targetLines(job: ExportJob): AsyncGenerator<string> {
  const { supply, tally, scratch } = job;
  const sorted = new SortedLines(scratch);
  let place = 0;
  for await (const links of supply.linksWithText(job)) {
    const lines = links.map(({ to, from, text }) => `${to}\t${from}\t${padded(place++)}\t${ascii(text ?? '')}`);
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

/** Sorts as a number does. */
const padded = (place: number): string => String(place).padStart(15, '0');

const ascii = (text: string): string =>
  JSON.stringify(text).replace(
    /[\x7f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
