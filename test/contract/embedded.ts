import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import { FetchedSegments } from '#adapters/search/fetched-segments.ts';
import { FtsIndex } from '#adapters/search/fts-index.ts';
import { LocalSegments } from '#adapters/search/local-segments.ts';
import type { Archive } from '#core/archive/archive.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { CreateFixture } from '#test/contract/fixture.ts';

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'surf-contract-'));

/**
 * Adapters over a fresh database. Each instance has a separate connection, as threads and processes
 * have.
 */
export function overDatabase<Port>(adapter: (database: SqliteDatabase) => Port): CreateFixture<Port> {
  return async () => {
    const folder = temporaryFolder();
    const open: SqliteDatabase[] = [];
    const rival = (): Port => {
      const database = new SqliteDatabase(folder);
      open.push(database);
      return adapter(database);
    };
    const cleanup = async () => {
      for (const database of open) database.close();
      await rm(folder, { recursive: true });
    };
    return { port: rival(), rival, cleanup };
  };
}

/** Archives over a fresh folder. */
export function overFolder(adapter: (archive: FileArchive) => Archive = (archive) => archive): CreateFixture<Archive> {
  return async () => {
    const folder = temporaryFolder();
    const rival = () => adapter(new FileArchive(folder, systemRandomId));
    return { port: rival(), rival, cleanup: () => rm(folder, { recursive: true }) };
  };
}

/** Search indexes over a fresh folder, which must hold no temporary file in the end. */
export const searchInFolder = searchOver(
  (archive, { folder, scratch }) =>
    new FtsIndex({
      archive,
      files: new LocalSegments({ pathOf: (object) => join(folder, 'objects', object), scratch: scratch() }),
    }),
);

/** Indexes that each instance fetches into its own folder. */
export const searchFetched = searchOver(
  (archive, { scratch }) =>
    new FtsIndex({
      archive,
      files: new FetchedSegments({ archive, folder: scratch(), mostBytes: 1e6, roomBytes: 2e6 }),
    }),
);

interface SearchPlace {
  readonly folder: string;
  /** A separate folder for each instance. */
  readonly scratch: () => string;
}

function searchOver(adapter: (archive: FileArchive, place: SearchPlace) => SearchIndex): CreateFixture<SearchIndex> {
  return async () => {
    const folder = temporaryFolder();
    const scratches: string[] = [];
    const scratch = (): string => {
      scratches.push(join(folder, `scratch-${scratches.length}`));
      return scratches.at(-1) ?? '';
    };
    const rival = () => adapter(new FileArchive(folder, systemRandomId), { folder, scratch });
    const cleanup = async () => {
      const left = scratches.filter((path) => existsSync(path)).flatMap((path) => readdirSync(path));
      await rm(folder, { recursive: true });
      expect(left.filter((name) => !/^[0-9a-f]{64}\.sqlite$/.test(name))).toEqual([]);
    };
    return { port: rival(), rival, cleanup };
  };
}
