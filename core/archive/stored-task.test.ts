import { describe, expect, it } from 'vitest';
import { CHUNK_SUFFIX, chunkBase } from '#core/archive/object-keys.ts';
import { packTask, StoredTask, unpackTask } from '#core/archive/stored-task.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';

const ID = 'x0loyw3v28r000000000' as ExecutionId;
const BASE = 'x0loyw1111r000000000' as ExecutionId;
const KEY = '6f09fce05af7d21c280b5d2ef1713fb4' as UrlKey;
const CHUNK = chunkBase({ execution: ID, wave: 4_711, unit: 999, token: '02p2sq0ribpo9x7u9e', n: 4 });
const OTHER = chunkBase({ execution: BASE, wave: 4_711, unit: 999, token: '02p2sq0ribpo9x7u9e', n: 4 });

/** As large as they come, but for errors. */
const worst = (change: Partial<TaskRow> = {}): TaskRow => ({
  v: 1,
  key: KEY,
  url: `https://a.example/${'p'.repeat(582)}`,
  level: 999,
  rank: 99_999_999,
  via: KEY,
  outcome: { type: 'stored' },
  status: 200,
  contentType: 'text/html; charset=utf-8',
  bytes: 10_485_760,
  title: 't'.repeat(200),
  attempts: 3,
  startedAt: 1_795_278_745_872,
  endedAt: 1_795_278_745_873,
  errors: [],
  archived: { object: `${CHUNK}${CHUNK_SUFFIX.warc}`, offset: 16_777_216, length: 10_485_760 },
  ...change,
});

describe('a stored task', () => {
  it.each([
    ['stored', worst()],
    [
      'without anything',
      worst({
        via: null,
        status: null,
        contentType: null,
        bytes: null,
        title: null,
        startedAt: null,
        endedAt: null,
        archived: null,
      }),
    ],
    [
      'not modified',
      worst({ archived: { object: `${OTHER}${CHUNK_SUFFIX.warc}`, offset: 0, length: 1 }, chunk: CHUNK, attempts: 1 }),
    ],
    ['with errors', worst({ attempts: 0, errors: [{ code: 'dns', message: 'no such name', at: 1 }] })],
    [
      'archived under another kind of name',
      worst({ archived: { object: 'somewhere/else', offset: 0, length: 1 }, chunk: 'elsewhere' }),
    ],
  ])('is unpacked as it was packed: %s', (_, row) => {
    const packed: unknown = JSON.parse(JSON.stringify(packTask(ID, row)));

    expect(StoredTask.parse(packed)).toEqual(packed);
    expect(unpackTask(ID, row.key, packed)).toEqual(row);
  });

  it('names chunks within their execution', () => {
    const archived = { object: `${OTHER}${CHUNK_SUFFIX.warc}`, offset: 0, length: 1 };

    expect(packTask(ID, worst({ archived, chunk: CHUNK }))).toMatchObject({
      archived: { object: 'x0loyw1111r000000000/004711/000999/02p2sq0ribpo9x7u9e-000004' },
      chunk: '004711/000999/02p2sq0ribpo9x7u9e-000004',
    });
  });

  it('of version 1 is read unchanged; of no version, not at all', () => {
    expect(unpackTask(ID, KEY, worst())).toEqual(worst());
    expect(() => unpackTask(ID, KEY, { ...packTask(ID, worst()), v: 3 })).toThrow();
  });
});

describe('a title', () => {
  it('is kept whole, however long the URL; the row says when it was cut', () => {
    const row = worst({ title: '日'.repeat(512), titleCut: true });
    const packed: unknown = JSON.parse(JSON.stringify(packTask(ID, row)));

    expect(unpackTask(ID, KEY, packed)).toEqual(row);
    expect(unpackTask(ID, KEY, packTask(ID, worst()))).not.toHaveProperty('titleCut');
  });
});
