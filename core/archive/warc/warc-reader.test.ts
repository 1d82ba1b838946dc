import { describe, expect, it } from 'vitest';
import { readRecords, responseOf } from '#core/archive/warc/warc-reader.ts';
import { storedMember } from '#core/bytes/gzip.ts';
import { codeOf } from '#core/error.ts';

const member = (text: string) => storedMember([Buffer.from(text, 'latin1')]);
const good = member('WARC/1.1\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n');
const problem = (bytes: Uint8Array): string => {
  try {
    return `${[...readRecords(bytes)].length} records`;
  } catch (error) {
    return `${codeOf(error)}: ${(error as Error).message}`;
  }
};

describe('readRecords', () => {
  it('names offset, length, headers and block', () => {
    const [, second] = [...readRecords(Buffer.concat([good, good]))];

    expect(second?.offset).toBe(good.length);
    expect(second?.length).toBe(good.length);
    expect(Object.fromEntries(second?.headers ?? [])).toEqual({ 'warc-type': 'resource', 'content-length': '3' });
    expect(Buffer.from(second?.block ?? []).toString()).toBe('abc');
  });

  it.each([
    ['no gzip', Buffer.from('WARC/1.1\r\n')],
    ['a cut member', good.subarray(0, 40)],
    ['another format', member('HTTP/1.1 200 OK\r\n\r\n')],
    ['no header', member('WARC/1.1')],
    ['no length', member('WARC/1.1\r\nWARC-Type: resource\r\n\r\nabc\r\n\r\n')],
    ['a wrong length', member('WARC/1.1\r\nContent-Length: 4\r\n\r\nabc\r\n\r\n')],
    [
      'two records in a member',
      member('WARC/1.1\r\nContent-Length: 0\r\n\r\n\r\n\r\nWARC/1.1\r\nContent-Length: 0\r\n\r\n\r\n\r\n'),
    ],
  ])('refuses %s, naming where it starts', (_, bad) => {
    expect(problem(Buffer.concat([good, bad]))).toMatch(new RegExp(`^OBJECT_CORRUPT: .* at byte ${good.length} `));
  });

  it('finds no response in a block that is none', () => {
    const [record] = [...readRecords(good)];

    expect(() => record && responseOf(record)).toThrow(/at byte 0 .* not an HTTP response/);
  });
});
