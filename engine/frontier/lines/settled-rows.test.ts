import { describe, expect, it } from 'vitest';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { Outcome } from '#core/model/outcome.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { SettledRows } from '#engine/frontier/lines/settled-rows.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { Dice } from '#test/model/model-web.ts';

const STORED: Outcome = { type: 'stored' };
const dice = new Dice(7);

const rowOf = (title: string, outcome: Outcome = STORED): TaskRow => ({
  v: 1,
  key: Array.from({ length: 32 }, () => dice.int(16).toString(16)).join('') as UrlKey,
  url: 'http://example.com/',
  level: 1,
  rank: 1,
  via: null,
  outcome,
  status: 200,
  contentType: 'text/html',
  bytes: 10,
  title,
  attempts: 1,
  startedAt: 1,
  endedAt: 2,
  errors: [],
  archived: null,
});

const bytesOf = (rows: readonly TaskRow[]): number =>
  rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)), 0);

describe('SettledRows', () => {
  it('writes rows as JSON lines in the order of their keys', async () => {
    const archive = new MemoryArchive();
    const settled = new SettledRows(archive);
    const rows = Array.from({ length: 500 }, (_, n) => rowOf(`page ${n} é`));
    for (const row of rows) settled.add(row);

    const written = await settled.write('settled.jsonl');

    const lines = rows.sort((a, b) => (a.key < b.key ? -1 : 1)).map((row) => `${JSON.stringify(row)}\n`);
    expect(written).toEqual({ object: 'settled.jsonl', count: 500 });
    expect(Buffer.from(await archive.get('settled.jsonl')).toString()).toBe(lines.join(''));
  });

  it('counts the bytes of all rows, and who died with a worker', () => {
    const settled = new SettledRows(new MemoryArchive());
    const titles = [0, 200, 600, 700, 800, 900, 1_000, 1_100, 2_000, 3_000].map((length) => 'ü'.repeat(length / 2));
    const rows = titles.map((title) => rowOf(title));
    rows.push(rowOf('', { type: 'failed', reason: 'worker-died' }), rowOf('', { type: 'failed', reason: 'timeout' }));
    for (const row of rows) settled.add(row);

    expect(settled.bytes).toBe(bytesOf(rows));
    expect([settled.count, settled.died]).toEqual([rows.length, 1]);
  });

  it('makes a row that of a duplicate: nothing else of it changes, and its bytes are counted again', async () => {
    const archive = new MemoryArchive();
    const settled = new SettledRows(archive);
    const rows = [rowOf('one'), rowOf('x'.repeat(690)), rowOf('three')];
    const numbers = rows.map((row) => settled.add(row));
    const before = settled.bytes;
    const of = rows[0]?.key as UrlKey;

    settled.makeDuplicate(numbers[1] ?? -1, of);
    await settled.write('settled.jsonl');

    const changed = rows.map((row, n) => (n === 1 ? { ...row, outcome: { type: 'duplicate', of } as const } : row));
    const lines = [...changed].sort((a, b) => (a.key < b.key ? -1 : 1)).map((row) => `${JSON.stringify(row)}\n`);
    expect(Buffer.from(await archive.get('settled.jsonl')).toString()).toBe(lines.join(''));
    expect([settled.count, settled.bytes, before]).toEqual([3, bytesOf(changed), bytesOf(rows)]);
  });

  it('writes no object without rows', async () => {
    const archive = new MemoryArchive();

    expect(await new SettledRows(archive).write('settled.jsonl')).toBeNull();
    expect(archive.keys).toEqual([]);
  });
});
