import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Chunks, writeFolderWhole } from '#cli/export-target.ts';
import { printableJson, printableLines } from '#cli/printable.ts';
import { SortedLines } from '#cli/sorted-lines-file.ts';
import type { PageLine } from '#core/export/page-line.ts';
import type { WarcPart } from '#engine/export-warc.ts';

const INDEX = 'index.cdxj';
const PART_CHARACTERS = 64 * 1024;

/** What an export wrote. */
export interface ExportTally {
  files: number;
  /** Responses, pages or links. */
  items: number;
  bytes: number;
}

/** All parts one behind the other. */
export async function* oneWarc(parts: AsyncIterable<WarcPart>, tally: ExportTally): Chunks {
  tally.files = 1;
  for await (const { bytes, cdxj } of parts) {
    tally.items += cdxj.length;
    tally.bytes += bytes.length;
    yield bytes;
  }
}

/** A folder with every part under its own name and a sorted index of all. */
export async function warcFolder(path: string, parts: AsyncIterable<WarcPart>, tally: ExportTally): Promise<void> {
  const fill = async (folder: string): Promise<void> => {
    const index = new SortedLines(folder);
    for await (const { name, bytes, cdxj } of parts) {
      await writeFile(join(folder, name), bytes, { flush: true });
      await index.add(cdxj);
      tally.files += 1;
      tally.items += cdxj.length;
      tally.bytes += bytes.length;
    }
    await pipeline(Readable.from(index.sorted()), createWriteStream(join(folder, INDEX), { flush: true }));
  };
  await writeFolderWhole(path, fill, INDEX);
}

/** A line per page, some at a time. */
export async function* pageLines(pages: AsyncIterable<PageLine>, tally: ExportTally): Chunks {
  tally.files = 1;
  let text = '';
  for await (const page of pages) {
    text += `${printableJson(page)}\n`;
    tally.items += 1;
    if (text.length < PART_CHARACTERS) continue;
    yield counted(text, tally);
    text = '';
  }
  if (text !== '') yield counted(text, tally);
}

export async function* linkLines(parts: AsyncIterable<Uint8Array>, tally: ExportTally): Chunks {
  tally.files = 1;
  for await (const bytes of parts) {
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) tally.items += 1;
    yield counted(printableLines(Buffer.from(bytes).toString()), tally);
  }
}

function counted(text: string, tally: ExportTally): string {
  tally.bytes += Buffer.byteLength(text);
  return text;
}
