import { describe, expect, it } from 'vitest';
import { type UrlKey, urlKeyOf } from '#core/url/url-key.ts';
import { UrlKeyIndex } from '#core/url/url-key-index.ts';

describe('places of URL keys', () => {
  it('are given in order, once for each key', () => {
    const places = new UrlKeyIndex();
    const keys = Array.from({ length: 5_000 }, (_, n) => urlKeyOf(`http://a.example/${n}`));

    const first = keys.map((key) => places.place(key));
    const again = keys.map((key) => places.place(key));

    expect(first).toEqual(keys.map((_, n) => n));
    expect(again).toEqual(first);
    expect(places.count).toBe(5_000);
  });

  it('tell keys apart that differ in one digit only, wherever it is', () => {
    const places = new UrlKeyIndex();
    const keys = Array.from({ length: 32 }, (_, at) => `${'0'.repeat(at)}f${'0'.repeat(31 - at)}` as UrlKey);

    expect(keys.map((key) => places.place(key))).toEqual(keys.map((_, n) => n));
    expect(places.count).toBe(32);
  });

  it('are given again after all were forgotten', () => {
    const places = new UrlKeyIndex();
    const [a, b] = [urlKeyOf('a'), urlKeyOf('b')];
    places.place(a);

    places.clear();

    expect([places.place(b), places.place(a), places.count]).toEqual([0, 1, 2]);
  });
});
