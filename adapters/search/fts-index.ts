import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { FtsSegment } from '#adapters/search/fts-segment.ts';
import { SegmentWriter } from '#adapters/search/segment-writer.ts';
import type { Archive } from '#core/archive/archive.ts';
import { SurfError } from '#core/error.ts';
import type { SearchDocument } from '#core/search/search-document.ts';
import type { SearchIndex, SearchSegment } from '#core/search/search-index.ts';

/** A segment is read into memory in parts of so many bytes. */
const PART_BYTES = 16 * 1024 * 1024;

export interface FtsIndexOptions {
  readonly archive: Pick<Archive, 'put'>;
  /** Where an object of the archive lies as a file. */
  readonly pathOf: (object: string) => string;
  /** Folder for a file that is being written. @default the temporary files of the system */
  readonly scratch?: string | null;
}

/** Segments of SQLite's FTS5, as files of an archive on this machine. */
export class FtsIndex implements SearchIndex {
  readonly #options: FtsIndexOptions;

  constructor(options: FtsIndexOptions) {
    this.#options = options;
  }

  async open(object: string): Promise<SearchSegment | null> {
    checkFullText();
    const path = this.#options.pathOf(object);
    return existsSync(path) ? new FtsSegment(pathToFileURL(path), object) : null;
  }

  async build(object: string, documents: AsyncIterable<SearchDocument>): Promise<SearchSegment> {
    checkFullText();
    const root = this.#options.scratch ?? null;
    if (root !== null) await mkdir(root, { recursive: true });
    const folder = await mkdtemp(join(root ?? tmpdir(), 'surf-search-'));
    try {
      const path = join(folder, 'segment.sqlite');
      await writeSegment(path, documents);
      await this.#options.archive.put(object, await partsOf(path));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return new FtsSegment(pathToFileURL(this.#options.pathOf(object)), object);
  }
}

async function writeSegment(path: string, documents: AsyncIterable<SearchDocument>): Promise<void> {
  const writer = new SegmentWriter(path);
  try {
    for await (const document of documents) if (!writer.add(document)) break;
    writer.finish();
  } finally {
    writer.close();
  }
}

async function partsOf(path: string): Promise<Uint8Array[]> {
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
function checkFullText(): void {
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
