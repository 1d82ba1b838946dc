import { describe, expect, it } from 'vitest';
import { parseDate } from '#core/selection/text/date-text.ts';

describe('a date as pages write it', () => {
  it.each([
    ['2024-05-01', '2024-05-01'],
    ['2024-05-01T10:00:00Z', '2024-05-01T10:00:00.000Z'],
    ['2024-05-01T10:00:00+02:00', '2024-05-01T08:00:00.000Z'],
    ['2024-05-01 10:00', '2024-05-01T10:00:00.000Z'],
    ['2024-05-01T10:00:00.123-0530', '2024-05-01T15:30:00.000Z'],
    ['Wed, 01 May 2024 10:00:00 GMT', '2024-05-01T10:00:00.000Z'],
    ['1 May 2024', '2024-05-01'],
    ['1st of January, 1999', '1999-01-01'],
    ['May 1, 2024', '2024-05-01'],
    ['Sept. 3rd, 2024 at 9:05', '2024-09-03T09:05:00.000Z'],
    ['Friday, 29 February 2008', '2008-02-29'],
    ['0099-01-01', '0099-01-01'],
  ])('%s is %s', (text, value) => {
    expect(parseDate(text)).toBe(value);
  });

  it.each(['', 'tomorrow', '01/02/2024', '2024-02-30', '2024-13-01', '2024-05-01T25:00', '31 April 2024', '20240501'])(
    '%s is none',
    (text) => {
      expect(parseDate(text)).toBeNull();
    },
  );
});
