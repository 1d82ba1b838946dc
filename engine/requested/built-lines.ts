import type { Archive } from '#core/archive/archive.ts';
import { linesObject } from '#core/archive/reports/report-names.ts';
import { gzipLines } from '#core/bytes/json-lines.ts';
import type { SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { isGone } from '#engine/requested/gone-execution.ts';
import { MOST_BUILT_BYTES } from '#engine/requested/requested-lines.ts';

/** A report of lines. */
export interface BuiltLines {
  readonly id: ExecutionId;
  readonly name: string;
  readonly lines: AsyncIterable<string>;
  /** The error where the report has more bytes than a server reads. */
  readonly tooLong: () => SurfError;
}

/** Puts a report into the archive, for `requestedLines`; not where its execution is deleted. */
export async function putLines(
  { archive, catalog }: { archive: Pick<Archive, 'put' | 'delete'>; catalog: Pick<Catalog, 'execution'> },
  { id, name, lines, tooLong }: BuiltLines,
): Promise<void> {
  const object = linesObject(name);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const line of lines) {
    const part = Buffer.from(line);
    bytes += part.length;
    if (bytes > MOST_BUILT_BYTES) throw tooLong();
    parts.push(part);
  }
  await archive.put(object, [gzipLines(parts)]);
  if (await isGone(catalog, id)) await archive.delete([object]);
}
