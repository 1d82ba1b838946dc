import type { PageValidators } from '#core/archive/chunk/base-page.ts';
import { codeOf } from '#core/error.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { BaseFile } from '#core/frontier/frontier.ts';
import { ExternalSort, type KeyOf } from '#engine/external-sort/external-sort.ts';
import { textOf, textRecord } from '#engine/external-sort/record-file.ts';
import type { BaseBlock } from '#engine/frontier/base-pages.ts';
import type { Attempt } from '#engine/frontier/crawl-state.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';
import type { StateChange } from '#engine/frontier/next-state.ts';

/** A file of pages ends when it has this many bytes, a block of its index likewise. */
const FILE_BYTES = 64 * 1024 * 1024;
const BLOCK_BYTES = 64 * 1024;

/** The base as it is when the execution begins. */
export interface Base {
  readonly row: Execution;
  /** Do both ask alike (validators.ts)? */
  readonly alike: boolean;
}

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
  const sorter = new ExternalSort({ archive, newName: () => name(`base-spill-${spills++}`), keyOf: byPageKey });
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

/** A page whose date does not count; null when there is nothing else to ask by. */
function withoutDate(text: string): string | null {
  const { lastModified: _, ...page } = JSON.parse(text) as PageValidators;
  return page.etag === undefined ? null : JSON.stringify(page);
}

/** Where the key begins in the record of a line: behind its length and `{"key":"`. */
const KEY_AT = 12;

/** The 128 bits of a page's key as three numbers. */
const byPageKey: KeyOf = ({ bytes, at }) => {
  const key = bytes.toString('latin1', at + KEY_AT, at + KEY_AT + 32);
  return {
    a: Number.parseInt(key.slice(0, 11), 16),
    b: Number.parseInt(key.slice(11, 22), 16),
    c: Number.parseInt(key.slice(22), 16),
  };
};

async function writeFiles(attempt: Attempt, sorter: ExternalSort): Promise<BaseFile[]> {
  const files: BaseFile[] = [];
  let draft = new FileDraft();
  const finish = async (): Promise<void> => {
    if (draft.rows > 0) files.push(await draft.write(attempt, files.length));
    draft = new FileDraft();
  };
  for await (const batch of sorter.sorted()) {
    for (const record of batch) {
      draft.add(textOf(record));
      if (draft.bytes >= FILE_BYTES) await finish();
    }
  }
  await finish();
  return files;
}

/** One file of pages and its index, until they are written. */
class FileDraft {
  rows = 0;
  bytes = 0;
  readonly #parts: Uint8Array[] = [];
  readonly #blocks: BaseBlock[] = [];
  #text = '';

  add(line: string): void {
    if (this.#text === '') this.#blocks.push([line.slice(8, 40), this.bytes]);
    this.#text += `${line}\n`;
    this.rows += 1;
    if (this.#text.length >= BLOCK_BYTES) this.#endBlock();
  }

  async write({ archive, name }: Attempt, number: number): Promise<BaseFile> {
    this.#endBlock();
    const [object, index] = [name(`base-${number}.jsonl`), name(`base-${number}.index.json`)];
    await archive.put(object, this.#parts);
    await archive.put(index, [Buffer.from(JSON.stringify(this.#blocks))]);
    return { object, index, first: this.#blocks[0]?.[0] ?? '', rows: this.rows, bytes: this.bytes };
  }

  #endBlock(): void {
    const part = Buffer.from(this.#text);
    this.#text = '';
    if (part.length === 0) return;
    this.#parts.push(part);
    this.bytes += part.length;
  }
}
