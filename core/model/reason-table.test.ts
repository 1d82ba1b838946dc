import { describe, expect, it } from 'vitest';
import { REASON_TABLE, SKIP_REASON_TABLE } from '#core/model/reason-table.ts';

const repeated = <Value>(values: readonly Value[]): Value[] => values.filter((value, i) => values.indexOf(value) !== i);

describe('the table of reasons', () => {
  it('has each code, stored number and precedence once; numbers fit a byte, and 0 means admitted', () => {
    const numbers = SKIP_REASON_TABLE.map(({ storedNumber }) => storedNumber);

    expect(repeated(REASON_TABLE.map(({ code }) => code))).toEqual([]);
    expect(repeated(numbers)).toEqual([]);
    expect(repeated(SKIP_REASON_TABLE.map(({ precedence }) => precedence))).toEqual([]);
    expect(numbers.filter((number) => !Number.isInteger(number) || number < 1 || number > 255)).toEqual([]);
  });

  it('has words for each reason', () => {
    expect(REASON_TABLE.filter(({ words, seedWords }) => words.length < 8 || seedWords.length < 8)).toEqual([]);
  });
});
