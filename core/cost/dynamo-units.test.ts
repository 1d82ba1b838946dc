import { expect, it } from 'vitest';
import { eventualReadUnits, itemBytes, queryUnits, readUnits, writeUnits } from '#core/cost/dynamo-units.ts';

it.each([
  [0, 1],
  [1_024, 1],
  [1_025, 2],
  [10_240, 10],
])('writing %i bytes takes %i write units', (bytes, units) => {
  expect(writeUnits(bytes)).toBe(units);
});

it.each([
  [0, 1],
  [4_096, 1],
  [4_097, 2],
])('reading %i bytes takes %i read units, half of them when eventually consistent', (bytes, units) => {
  expect(readUnits(bytes)).toBe(units);
  expect(eventualReadUnits(bytes)).toBe(units / 2);
});

it('an item has the bytes of its UTF-8 JSON and of its attributes', () => {
  expect(itemBytes({ a: 'é' })).toBe(itemBytes({ a: 'e' }) + 1);
  expect(itemBytes({})).toBe(102);
});

it('a query adds its items up before it rounds', () => {
  const row = { text: 'x'.repeat(900) };

  expect(queryUnits([row, row, row, row])).toBe(1);
  expect(queryUnits([row, row, row, row, row])).toBe(2);
  expect(queryUnits([])).toBe(1);
});
