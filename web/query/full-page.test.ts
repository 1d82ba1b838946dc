import { describe, expect, it } from 'vitest';
import { fetchFullPage, type PageQuery } from './full-page.ts';

/** A list of 20 numbers, at most three per response. */
function numbers(requests: PageQuery[], most = 3) {
  return async (query: PageQuery) => {
    requests.push(query);
    const from = Number(query.next ?? 0);
    const to = Math.min(20, from + Math.min(most, query.limit));
    return { items: Array.from({ length: to - from }, (_, i) => from + i), next: to < 20 ? String(to) : null };
  };
}

describe('fetchFullPage', () => {
  it('requests pages until it has the requested rows, and no more', async () => {
    const requests: PageQuery[] = [];

    const page = await fetchFullPage(numbers(requests), { limit: 8 });

    expect(page).toEqual({ items: [0, 1, 2, 3, 4, 5, 6, 7], next: '8' });
    expect(requests).toEqual([{ limit: 8 }, { limit: 5, next: '3' }, { limit: 2, next: '6' }]);
  });

  it('stops at the end of the list', async () => {
    const page = await fetchFullPage(numbers([]), { limit: 50, next: '15' });

    expect(page).toEqual({ items: [15, 16, 17, 18, 19], next: null });
  });

  it('sends at most six requests and keeps the cursor', async () => {
    const requests: PageQuery[] = [];

    const page = await fetchFullPage(
      async (query) => {
        requests.push(query);
        return { items: [], next: `${requests.length}` };
      },
      { limit: 50 },
    );

    expect(page).toEqual({ items: [], next: '6' });
    expect(requests).toHaveLength(6);
  });
});
