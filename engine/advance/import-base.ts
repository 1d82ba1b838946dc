import type { PageValidators } from '#core/archive/chunk/base-page.ts';
import { codeOf } from '#core/error.ts';
import type { BaseFile } from '#core/frontier/frontier.ts';
import { ExternalSort } from '#engine/external-sort/external-sort.ts';
import { textOf, textRecord } from '#engine/external-sort/record-file.ts';
import type { Base } from '#engine/frontier/base.ts';
import type { Attempt } from '#engine/frontier/crawl-state.ts';
import { KeyedFiles } from '#engine/frontier/keyed-files.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';
import { byLineKey } from '#engine/frontier/lines/line-key.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';
import type { StateChange } from '#engine/frontier/next-state.ts';

/**
 * Copies what the base knows of its pages, sorted by key, when an execution begins: one pass over
 * the lists of its waves, in bounded memory for any number of them. What becomes of the base later
 * changes nothing. A base whose log cannot be read is none: everything is fetched whole.
 */
export async function importBase(attempt: Attempt, base: Base): Promise<StateChange> {
  const { id, manifest } = base.row;
  return { head: { base: { execution: id, manifest, alike: base.alike, files: await baseFiles(attempt, base) } } };
}

async function baseFiles(attempt: Attempt, base: Base): Promise<BaseFile[]> {
  try {
    return await writeFiles(attempt, await sortedPages(attempt, base));
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'OBJECT_NOT_FOUND' && code !== 'OBJECT_CORRUPT') throw error;
    return [];
  }
}

async function sortedPages({ archive, name }: Attempt, base: Base): Promise<ExternalSort> {
  let spills = 0;
  const sorter = new ExternalSort({ archive, newName: () => name(`base-spill-${spills++}`), keyOf: byLineKey });
  for await (const { manifest } of manifestsOf(archive, base.row)) {
    if (!manifest.validators) continue;
    for await (const lines of streamLines(archive, manifest.validators.object)) {
      for (const text of lines) {
        const line = base.alike ? text : withoutDate(text);
        const spilled = line === null ? undefined : sorter.add(textRecord(line));
        if (spilled !== undefined) await spilled;
      }
    }
  }
  return sorter;
}

/** A page whose date does not count; null when it has no other validator. */
function withoutDate(text: string): string | null {
  const { lastModified: _, ...page } = JSON.parse(text) as PageValidators;
  return page.etag === undefined ? null : JSON.stringify(page);
}

async function writeFiles(attempt: Attempt, sorter: ExternalSort): Promise<BaseFile[]> {
  const files = new KeyedFiles(attempt, 'base');
  for await (const batch of sorter.sorted()) {
    for (const record of batch) {
      const full = files.add(textOf(record));
      if (full !== undefined) await full;
    }
  }
  return await files.finish();
}
