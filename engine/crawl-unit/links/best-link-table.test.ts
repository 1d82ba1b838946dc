import { describe, expect, it } from 'vitest';
import { BestLinkTable, type LinkPlace } from '#engine/crawl-unit/links/best-link-table.ts';
import { keyOf, planTask } from '#test/fakes/plan-task.ts';

const FOLLOWED: LinkPlace = { nofollow: false, offTopic: null, entry: false, position: 9 };
const [first, second] = [planTask(1), planTask(2)];

describe('the best link to a key', () => {
  it.each([
    ['off topic', { offTopic: 0 }],
    ['off topic, with the highest score', { offTopic: 100 }],
    ['nofollow', { nofollow: true }],
  ])('is one that is followed before one that is %s, on a page of lower rank or not', (_, marks) => {
    const refused = { ...FOLLOWED, ...marks, position: 0 };
    const table = new BestLinkTable();
    const place = table.place(keyOf(1));

    table.take(place, second, FOLLOWED);
    expect(table.isBetter(place, first, refused)).toBe(false);
    table.take(place, first, refused);
    expect(table.isBetter(place, second, FOLLOWED)).toBe(true);
    expect(table.written(place)).toEqual({ by: first, ...refused });
  });

  it('of two that are refused is that of lower rank, with either reason', () => {
    const table = new BestLinkTable();
    const place = table.place(keyOf(1));

    table.take(place, second, { ...FOLLOWED, nofollow: true });
    expect(table.isBetter(place, first, { ...FOLLOWED, offTopic: 3 })).toBe(true);
    table.wait(place, 4_000);
    expect(table.take(place, first, { ...FOLLOWED, offTopic: 3 })).toBe(4_000);
    expect(table.isBetter(place, second, { ...FOLLOWED, nofollow: true })).toBe(false);
  });
});
