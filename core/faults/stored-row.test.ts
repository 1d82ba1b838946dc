import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { storedRow } from '#core/faults/stored-row.ts';

const Row = z.object({ v: z.literal(1), status: z.enum(['queued', 'running']), fetch: z.strictObject({ a: z.int() }) });

describe('storedRow', () => {
  it('returns a row that its schema knows, without the fields that it need not know', () => {
    const row = { v: 1, status: 'queued', fetch: { a: 1 } };

    expect(storedRow('the row', Row, { ...row, more: true })).toEqual(row);
  });

  it.each([
    ['a setting', { v: 1, status: 'queued', fetch: { a: 1, proxy: null } }, 'fetch.proxy'],
    ['a word of a list', { v: 1, status: 'drained', fetch: { a: 1 } }, 'status'],
    ['a version', { v: 2, status: 'queued', fetch: { a: 1 } }, 'v'],
    ['a value that is not a row', 7, 'the whole'],
    ['more than three', { v: 2, status: '', fetch: { a: 1, b: 1, c: 1 } }, 'v, status, fetch.b and 1 more'],
  ])('says which part of a newer row it does not know: %s', (_, value, places) => {
    expect(() => storedRow('the row', Row, value)).toThrow(
      expect.objectContaining({
        code: 'FORMAT_UNKNOWN',
        message: `this version of Surf cannot read the row: it does not know ${places}`,
        remedy: expect.stringMatching(/^upgrade Surf: a newer version wrote it/),
      }),
    );
  });
});
