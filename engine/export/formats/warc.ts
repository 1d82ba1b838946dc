import type { Chunks, ExportEntry, ExportJob } from '#engine/export/job/export-job.ts';

/** Name of the index in a folder of WARC files. */
export const WARC_INDEX = 'index.cdxj';

/** All parts, one after another. */
export async function* oneWarc({ supply, id, tally }: ExportJob): Chunks {
  tally.files = 1;
  for await (const { bytes, cdxj } of supply.warc(id)) {
    tally.items += cdxj.length;
    tally.bytes += bytes.length;
    yield bytes;
  }
}

/** Every part under its own name, then a sorted index of all. */
export async function* warcFiles({ supply, id, tally, scratch }: ExportJob): AsyncGenerator<ExportEntry> {
  const index = scratch.sorter();
  for await (const { name, bytes, cdxj } of supply.warc(id)) {
    await index.add(cdxj);
    tally.files += 1;
    tally.items += cdxj.length;
    tally.bytes += bytes.length;
    yield { path: name, content: bytes };
  }
  yield { path: WARC_INDEX, content: index.sorted() };
}
