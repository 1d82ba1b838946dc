import { describe, expect, it } from 'vitest';
import { PlaceCache } from '#engine/crawl-unit/links/addresses/place-cache.ts';

/** A cache with these addresses, each at its place in the list. */
function cacheOf(addresses: readonly string[]): PlaceCache {
  const cache = new PlaceCache();
  for (const [place, address] of addresses.entries()) cache.set(address, place);
  return cache;
}

describe('a cache of places', () => {
  it('has the place of an address, or nothing, but never that of another', () => {
    const addresses = Array.from({ length: 20_000 }, (_, n) => `/section-${n % 20}/article-${n}.html`);
    const cache = cacheOf(addresses);
    const known = [...addresses.entries()].map(([place, address]) => ({ place, known: cache.get(address) }));
    const found = known.filter((each) => each.known !== undefined);

    expect(found.filter((each) => each.known !== each.place)).toEqual([]);
    expect(found.length).toBeGreaterThan(19_400);
    expect(cache.get('/section-1/article-2.html')).toBeUndefined();
  });

  it('tells addresses apart that end alike, at any length', () => {
    const addresses = ['', '/', '/a', ...['x', 'y'].map((start) => `/${start}${'/long'.repeat(100)}`)];
    const cache = cacheOf(addresses);

    expect(addresses.map((address) => cache.get(address))).toEqual([0, 1, 2, 3, 4]);
  });

  it('stops growing at 262,144 entries, and loses what has no room', () => {
    const addresses = Array.from({ length: 400_000 }, (_, n) => `/${n}`);
    const cache = cacheOf(addresses);
    const kept = addresses.filter((address) => cache.get(address) !== undefined).length;

    expect(kept).toBeLessThanOrEqual(262_144);
    expect(kept).toBeGreaterThan(200_000);
  });

  it('keeps four of the addresses that are made to have one hash, the last among them', () => {
    const tail = 's'.repeat(60);
    const addresses = Array.from({ length: 5_000 }, (_, n) => `/${String(n).padStart(5, '0')}/${tail}`);
    const cache = cacheOf(addresses);

    expect(addresses.filter((address) => cache.get(address) !== undefined).length).toBeLessThanOrEqual(4);
    expect(cache.get(addresses[4_999] as string)).toBe(4_999);
  });
});
