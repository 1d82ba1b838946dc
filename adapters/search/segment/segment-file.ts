import { statSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SegmentWriter } from '#adapters/search/segment/segment-writer.ts';
import { SurfError } from '#core/error.ts';
import type { SearchDocument } from '#core/search/search-document.ts';

/** A segment is read into memory in parts of so many bytes. */
export const PART_BYTES = 16 * 1024 * 1024;
/** Documents between two checks of a segment's size. */
const LOOK_DOCUMENTS = 500;

export interface SegmentFileOptions {
  /** Folder for the file; null: the temporary files of the system. */
  readonly scratch: string | null;
  /** @default no limit */
  readonly mostBytes?: number;
}

/**
 * Writes a segment into a temporary file, and removes what `use` leaves of it, however it ends.
 * @throws SurfError SEARCH_UNAVAILABLE, ANSWER_TOO_LARGE
 */
export async function withSegmentFile<T>(
  documents: AsyncIterable<SearchDocument> | Iterable<SearchDocument>,
  { scratch, mostBytes = Number.POSITIVE_INFINITY }: SegmentFileOptions,
  use: (path: string) => Promise<T>,
): Promise<T> {
  checkFullText();
  if (scratch !== null) await mkdir(scratch, { recursive: true });
  const folder = await mkdtemp(join(scratch ?? tmpdir(), 'surf-search-'));
  try {
    const path = join(folder, 'segment.sqlite');
    await writeSegment(path, documents, mostBytes);
    if (statSync(path).size > mostBytes) throw tooLarge(mostBytes);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeSegment(
  path: string,
  documents: AsyncIterable<SearchDocument> | Iterable<SearchDocument>,
  mostBytes: number,
): Promise<void> {
  const writer = new SegmentWriter(path);
  let count = 0;
  try {
    for await (const document of documents) {
      if (!writer.add(document)) break;
      count += 1;
      if (count % LOOK_DOCUMENTS === 0 && statSync(path).size > mostBytes) throw tooLarge(mostBytes);
    }
    writer.finish();
  } finally {
    writer.close();
  }
}

/** The bytes of a file, as `Archive.put` takes them. */
export async function partsOf(path: string): Promise<Uint8Array[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const parts: Uint8Array[] = [];
    for (let at = 0; at < size; at += PART_BYTES) {
      const part = Buffer.allocUnsafe(Math.min(PART_BYTES, size - at));
      await file.read(part, 0, part.length, at);
      parts.push(part);
    }
    return parts;
  } finally {
    await file.close();
  }
}

/** @throws SurfError SEARCH_UNAVAILABLE where Node was built without full-text search */
export function checkFullText(): void {
  const database = new DatabaseSync(':memory:');
  try {
    const has = database.prepare("SELECT sqlite_compileoption_used('ENABLE_FTS5') AS has").get()?.has;
    if (has === 1) return;
  } finally {
    database.close();
  }
  throw new SurfError('SEARCH_UNAVAILABLE', `this Node.js (${process.version}) has an SQLite without FTS5`, {
    remedy: 'use a Node.js from nodejs.org, whose SQLite has it',
  });
}

/** The limit of an index is `mostBytes`. */
export const tooLarge = (mostBytes: number): SurfError =>
  new SurfError('ANSWER_TOO_LARGE', `it is larger than ${mostBytes / 1024 / 1024} MiB, which a deployment can search`, {
    remedy: 'run surf search ID WORDS --api URL: it reads the archive and builds the index on your machine',
  });
