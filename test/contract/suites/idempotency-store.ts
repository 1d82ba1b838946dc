import { describe, expect, it } from 'vitest';
import { type IdempotencyStore, REMEMBERED_MS } from '#core/execution/idempotency-store.ts';
import { type CreateFixture, fixtures, rivals } from '#test/contract/fixture.ts';

const T0 = 1_763_700_000_000;

/** Runs every promise of `IdempotencyStore` against one adapter. */
export function idempotencyStoreContract(name: string, create: CreateFixture<IdempotencyStore>): void {
  describe(`${name} keeps the IdempotencyStore contract`, () => {
    const fresh = fixtures(create);

    it('tells all rivals of one key the same request', async () => {
      const fixture = await fresh();

      const answers = await Promise.all(
        rivals(fixture).map((rival, i) =>
          rival.claim({ owner: 'anna', key: 'k', now: T0 + i }, { fingerprint: `f${i}`, result: `x${i}` }),
        ),
      );

      expect(new Set(answers.map(({ result }) => result)).size).toBe(1);
      expect(answers[0]?.fingerprint.slice(1)).toBe(answers[0]?.result.slice(1));
    });

    it('keeps the keys of two owners apart', async () => {
      const { port } = await fresh();
      await port.claim({ owner: 'anna', key: 'k', now: T0 }, { fingerprint: 'a', result: 'x1' });

      expect(await port.claim({ owner: 'bert', key: 'k', now: T0 }, { fingerprint: 'b', result: 'x2' })).toEqual({
        fingerprint: 'b',
        result: 'x2',
      });
    });

    it('forgets a key a day after its first claim, not sooner', async () => {
      const { port } = await fresh();
      await port.claim({ owner: 'anna', key: 'k', now: T0 }, { fingerprint: 'a', result: 'x1' });
      const request = { fingerprint: 'a', result: 'x2' };

      const before = await port.claim({ owner: 'anna', key: 'k', now: T0 + REMEMBERED_MS - 1 }, request);
      const after = await port.claim({ owner: 'anna', key: 'k', now: T0 + REMEMBERED_MS }, request);

      expect([before.result, after.result]).toEqual(['x1', 'x2']);
    });
  });
}
