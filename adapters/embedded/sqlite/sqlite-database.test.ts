import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { DATABASE_FORMAT } from '#adapters/embedded/sqlite/sqlite-schema.ts';

describe('SqliteDatabase', () => {
  const close: (() => void)[] = [];
  afterEach(() => {
    for (const end of close.splice(0).reverse()) end();
  });
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'surf-database-'));
    close.push(() => rmSync(path, { recursive: true }));
    return path;
  };
  const open = (path: string) => {
    const database = new SqliteDatabase(path);
    close.push(() => database.close());
    return database;
  };

  it('makes folder and file, and opens them again with what was written', () => {
    const path = join(folder(), 'a', 'b');
    const first = new SqliteDatabase(path);
    first.run('INSERT INTO robots VALUES (?, ?)', 'https://example.org', '{}');
    first.close();

    expect(open(path).get('SELECT json FROM robots')).toEqual({ json: '{}' });
  });

  it('refuses a file of a newer format and leaves it alone', () => {
    const path = folder();
    const database = new SqliteDatabase(path);
    database.run(`UPDATE meta SET value = ? WHERE name = 'format'`, String(DATABASE_FORMAT + 1));
    database.close();

    expect(() => new SqliteDatabase(path)).toThrow(expect.objectContaining({ code: 'FORMAT_UNKNOWN' }));
    expect(() => new SqliteDatabase(path)).toThrow(
      `a newer Surf wrote the data folder ${path}: format ${DATABASE_FORMAT + 1}`,
    );
  });

  it('reads the format before: makes the tables that are new and keeps what is there', () => {
    const path = folder();
    const database = new SqliteDatabase(path);
    database.run('DROP TABLE workflow_heads');
    database.run(`UPDATE meta SET value = '1' WHERE name = 'format'`);
    database.run('INSERT INTO robots VALUES (?, ?)', 'https://example.org', '{}');
    database.close();

    const upgraded = open(path);

    expect(upgraded.get('SELECT json FROM robots')).toEqual({ json: '{}' });
    expect(upgraded.all('SELECT id FROM workflow_heads')).toEqual([]);
    expect(upgraded.get(`SELECT value FROM meta WHERE name = 'format'`)).toEqual({ value: String(DATABASE_FORMAT) });
  });

  it('says DATABASE_CORRUPT for a file that is not a database, and does not touch it', () => {
    const path = folder();
    writeFileSync(join(path, 'surf.db'), 'x'.repeat(10_000));

    expect(() => new SqliteDatabase(path)).toThrow(
      expect.objectContaining({ code: 'DATABASE_CORRUPT', retryable: false }),
    );
    expect(readFileSync(join(path, 'surf.db'), 'utf8')).toBe('x'.repeat(10_000));
  });

  it('says STORE_UNAVAILABLE when the folder cannot be made', () => {
    const path = folder();
    writeFileSync(join(path, 'file'), '');

    expect(() => new SqliteDatabase(join(path, 'file', 'data'))).toThrow(
      expect.objectContaining({ code: 'STORE_UNAVAILABLE' }),
    );
    expect(() => new SqliteDatabase(join(path, 'file'))).toThrow(
      /file cannot be a data folder: a file is in its place/,
    );
  });

  it.each([
    ['was removed', (file: string) => rmSync(file)],
    ['is empty', (file: string) => writeFileSync(file, '')],
  ])('says DATABASE_CORRUPT when it %s beside objects of executions, and begins no other', (what, damage) => {
    const path = folder();
    new SqliteDatabase(path).close();
    mkdirSync(join(path, 'objects', 'executions', 'x1'), { recursive: true });
    const file = join(path, 'surf.db');
    damage(file);

    expect(() => new SqliteDatabase(path)).toThrow(
      expect.objectContaining({ code: 'DATABASE_CORRUPT', message: expect.stringContaining(what) }),
    );
    expect(statSync(file, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  });

  it('says DATA_FOLDER_GONE to any writer after the file was removed or replaced, and writes nothing', () => {
    const path = folder();
    const database = open(path);
    rmSync(join(path, 'surf.db'));
    const insert = (): number => database.run('INSERT INTO robots VALUES (?, ?)', 'lost', '{}');

    expect(insert).toThrow(expect.objectContaining({ code: 'DATA_FOLDER_GONE', retryable: false }));
    expect(() => database.transaction('durable', insert)).toThrow(
      expect.objectContaining({ code: 'DATA_FOLDER_GONE' }),
    );
    expect(() => new SqliteDatabase(path, { existing: true })).toThrow(/was removed or replaced/);
    new SqliteDatabase(path).close();
    expect(insert).toThrow(expect.objectContaining({ code: 'DATA_FOLDER_GONE' }));
  });

  it('does all of a transaction, or nothing of it when the work throws', () => {
    const database = open(folder());

    expect(() =>
      database.transaction('durable', () => {
        database.run('INSERT INTO robots VALUES (?, ?)', 'lost', '{}');
        throw new Error('half way');
      }),
    ).toThrow('half way');
    database.transaction('ordered', () => database.run('INSERT INTO robots VALUES (?, ?)', 'kept', '{}'));

    expect(database.all('SELECT origin FROM robots')).toEqual([{ origin: 'kept' }]);
  });

  it('syncs durable transactions and only those', () => {
    const database = open(folder());
    const level = () => database.get('PRAGMA synchronous')?.synchronous;

    const levels = [level(), database.transaction('durable', level), level(), database.transaction('ordered', level)];

    expect(levels).toEqual([1, 2, 1, 1]); // NORMAL, FULL
    expect(database.get('PRAGMA journal_mode')?.journal_mode).toBe('wal');
  });

  it('waits for a lock, then says STORE_THROTTLED, which may be tried again', () => {
    const path = folder();
    const database = open(path);
    const other = new DatabaseSync(join(path, 'surf.db'));
    close.push(() => other.close());
    other.exec('BEGIN IMMEDIATE');

    expect(database.get('PRAGMA busy_timeout')?.timeout).toBe(10_000);
    expect(() => database.run('DELETE FROM robots')).toThrow(
      expect.objectContaining({ code: 'STORE_THROTTLED', retryable: true }),
    );

    other.exec('ROLLBACK');
    expect(database.run('DELETE FROM robots')).toBe(0);
  });
});
