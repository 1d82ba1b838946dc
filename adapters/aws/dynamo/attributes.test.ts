import { describe, expect, it } from 'vitest';
import { attributeOf, billedBytes, itemOf, plainOf, rowOf } from '#adapters/aws/dynamo/attributes.ts';

describe('rows as items', () => {
  const row = {
    text: 'ü',
    empty: '',
    zero: 0,
    tiny: 1.5e-9,
    whole: 1_763_700_000_000,
    yes: true,
    no: false,
    none: null,
    list: [1, 'a', null, []],
    nested: { a: { b: [{ c: 1 }] } },
    nothing: {},
  };

  it('come back as they were', () => {
    expect(rowOf(itemOf(row))).toEqual(row);
  });

  it('leave out what is undefined', () => {
    expect(itemOf({ a: undefined, b: 1 })).toEqual({ b: { N: '1' } });
  });

  it('keep a field named like a property of every object as a field', () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":1},"constructor":2}') as object;

    const back = rowOf(itemOf(hostile));

    expect(Object.keys(back)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, () => 1, 1n])('refuse %s, which no row can hold', (value) => {
    expect(() => attributeOf(value)).toThrow(expect.objectContaining({ code: 'FORMAT_UNKNOWN' }));
  });

  it('refuse attributes that we never write', () => {
    expect(() => plainOf({ SS: ['a'] })).toThrow(expect.objectContaining({ code: 'FORMAT_UNKNOWN' }));
  });
});

it.each([
  [{ a: { S: 'xyz' } }, 4],
  [{ a: { S: 'ü' } }, 3],
  [{ ab: { N: '1763700000000' } }, 2 + 3 + 1],
  [{ n: { N: '-12.5' } }, 1 + 2 + 1 + 1],
  [{ a: { BOOL: true }, b: { NULL: true } }, 4],
  [{ l: { L: [{ S: 'a' }, { S: 'b' }] } }, 1 + 3 + 2 + 2],
  [{ m: { M: { k: { S: 'v' } } } }, 1 + 3 + 2 + 1],
] as const)('%o is billed as %i bytes', (item, bytes) => {
  expect(billedBytes(item as unknown as Parameters<typeof billedBytes>[0])).toBe(bytes);
});
