import { describe, expect, it } from 'vitest';
import { NameCache, type Resolved } from '#adapters/http/resolver/name-cache.ts';

/** A cache at a clock that stands still unless `at` is changed, and a resolver that counts. */
function open(answer: (name: string, asked: number) => Resolved | Promise<Resolved>) {
  const state = { at: 0, asked: 0 };
  const cache = new NameCache(
    async (name) => await answer(name, state.asked++),
    () => state.at,
  );
  return { cache, state };
}

const found = (ttlSeconds: number, ...addresses: string[]): Resolved => ({ addresses, ttlSeconds });

describe('NameCache (I3)', () => {
  it.each([
    [0, 5],
    [3, 5],
    [60, 60],
    [86_400, 3_600],
  ])('keeps an answer with a TTL of %i s for %i s', async (ttl, kept) => {
    const { cache, state } = open((_name, asked) => found(ttl, `192.0.2.${asked}`));

    await cache.addresses('a.test');
    state.at = kept * 1000 - 1;
    expect(await cache.addresses('a.test')).toEqual(['192.0.2.0']);
    state.at = kept * 1000;
    expect(await cache.addresses('a.test')).toEqual(['192.0.2.1']);
    expect(state.asked).toBe(2);
  });

  it('keeps a failure for 10 s, and an empty answer is one', async () => {
    const { cache, state } = open((_name, asked) => (asked === 0 ? found(60) : found(60, '192.0.2.1')));

    await expect(cache.addresses('a.test')).rejects.toThrow('no address');
    state.at = 9_999;
    await expect(cache.addresses('a.test')).rejects.toThrow('no address');
    state.at = 10_000;
    expect(await cache.addresses('a.test')).toEqual(['192.0.2.1']);
    expect(state.asked).toBe(2);
  });

  it('asks once for many that ask at the same time, however long the answer takes', async () => {
    const { promise, resolve } = Promise.withResolvers<Resolved>();
    const { cache, state } = open(() => promise);

    const waiting = [cache.addresses('a.test'), cache.addresses('a.test')];
    state.at = 1e9;
    waiting.push(cache.addresses('a.test'));
    resolve(found(60, '192.0.2.1'));

    expect(await Promise.all(waiting)).toEqual([['192.0.2.1'], ['192.0.2.1'], ['192.0.2.1']]);
    expect(state.asked).toBe(1);
  });

  it('remembers 1,000 names (N8)', async () => {
    const { cache, state } = open(() => found(60, '192.0.2.1'));
    for (let n = 0; n < 1_001; n++) await cache.addresses(`h${n}.test`);

    await cache.addresses('h1000.test');
    expect(state.asked).toBe(1_001);
    await cache.addresses('h0.test');
    expect(state.asked).toBe(1_002);
  });
});
