import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportJob, ExportTally } from '#cli/export/export-job.ts';
import type { Chunks } from '#cli/export/export-target.ts';
import { SortedLines } from '#cli/export/sorted-lines-file.ts';
import { printableJson, printableLines } from '#cli/terminal/printable.ts';
import { indexExport } from '#engine/export-index.ts';

/** Name of the index in a folder of WARC files. */
export const WARC_INDEX = 'index.cdxj';
const PART_CHARACTERS = 64 * 1024;

/** All parts one behind the other. */
export async function* oneWarc({ supply, id, tally }: ExportJob): Chunks {
  tally.files = 1;
  for await (const { bytes, cdxj } of supply.warc(id)) {
    tally.items += cdxj.length;
    tally.bytes += bytes.length;
    yield bytes;
  }
}

/** A folder with every part under its own name and a sorted index of all. */
export async function warcFolder({ supply, id, tally, scratch }: ExportJob, folder: string): Promise<void> {
  const index = new SortedLines(scratch);
  for await (const { name, bytes, cdxj } of supply.warc(id)) {
    await writeFile(join(folder, name), bytes, { flush: true });
    await index.add(cdxj);
    tally.files += 1;
    tally.items += cdxj.length;
    tally.bytes += bytes.length;
  }
  await pipeline(Readable.from(index.sorted()), createWriteStream(join(folder, WARC_INDEX), { flush: true }));
}

/** A JSON line per page. */
export const pageLines = (job: ExportJob): Chunks => inParts(jsonLines(job.supply.pages(job), job.tally), job.tally);

/** The index file of a configurable crawler; items are pages. */
export const indexLines = (job: ExportJob): Chunks => inParts(pageEntries(job), job.tally);

async function* pageEntries(job: ExportJob): AsyncGenerator<string> {
  for await (const lines of indexExport(await job.supply.kept(job), job.id)) {
    job.tally.items += 1;
    yield printableLines(lines.join('\n'))
      .replace(/^\\u0009/gm, '\t')
      .concat('\n');
  }
}

async function* jsonLines(values: AsyncIterable<unknown>, tally: ExportTally): AsyncGenerator<string> {
  for await (const value of values) {
    tally.items += 1;
    yield `${printableJson(value)}\n`;
  }
}

/** Texts put together to parts that are worth a write, and counted as one file. */
export async function* inParts(texts: AsyncIterable<string>, tally: ExportTally): Chunks {
  tally.files = 1;
  let part = '';
  for await (const text of texts) {
    part += text;
    if (part.length < PART_CHARACTERS) continue;
    yield counted(part, tally);
    part = '';
  }
  if (part !== '') yield counted(part, tally);
}

function counted(text: string, tally: ExportTally): string {
  tally.bytes += Buffer.byteLength(text);
  return text;
}
