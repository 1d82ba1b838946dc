import { describe, expect, it } from 'vitest';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { type DeliveryRow, messageIdOf } from '#core/notify/delivery.ts';
import { Subscription, type SubscriptionRow } from '#core/notify/subscription.ts';
import type { SubscriptionStore } from '#core/notify/subscription-store.ts';
import { type CreateFixture, fixtures, rivals } from '#test/contract/fixture.ts';

const T0 = 1_763_700_000_000;
const [ONE, OTHER] = ['w00000000one', 'w00000000two'] as [WorkflowId, WorkflowId];
const OF = { workflow: ONE, name: 'ops' };

const rowOf = (change: Partial<SubscriptionRow> = {}): SubscriptionRow => ({
  v: 1,
  workflow: ONE,
  name: 'ops',
  owner: 'anna',
  role: null,
  version: 1,
  createdAt: T0,
  updatedAt: T0,
  subscription: Subscription.parse({ events: ['ended', 'failed'], url: 'https://a.example/hook' }),
  secret: 'whsec_AAAA',
  oldSecret: { secret: 'whsec_BBBB', until: T0 + 1 },
  from: { ended: T0, failed: T0 },
  followed: [{ execution: 'x00000000001' as ExecutionId, createdAt: T0, told: ['started/1'] }],
  ignoredUntil: 0,
  pending: [],
  leftOut: 0,
  messageAt: 0,
  ...change,
});

const deliveryOf = (n: number, change: Partial<DeliveryRow> = {}): DeliveryRow => ({
  v: 1,
  id: messageIdOf([n]),
  workflow: ONE,
  subscription: 'ops',
  version: 1,
  createdAt: T0 + n,
  isTest: true,
  news: [],
  leftOut: 0,
  state: 'waiting',
  round: 1,
  attempts: 0,
  claim: null,
  nextTryAt: T0,
  last: null,
  ...change,
});
const DONE = {
  state: 'delivered',
  nextTryAt: null,
  last: { at: T0, status: 204, why: null, note: null, ms: 12 },
} as const;

/** Runs every promise of `SubscriptionStore` against one adapter. */
export function subscriptionStoreContract(name: string, create: CreateFixture<SubscriptionStore>): void {
  describe(`${name} keeps the SubscriptionStore contract`, () => {
    const fresh = fixtures(create);

    it('returns what was saved, by workflow and name', async () => {
      const { port } = await fresh();
      const rows = [rowOf(), rowOf({ name: 'team' }), rowOf({ workflow: OTHER, oldSecret: null })];
      for (const row of rows.toReversed()) expect(await port.save(row)).toBe('saved');

      expect(await port.all()).toEqual(rows);
      expect(await port.ofWorkflow(ONE)).toEqual(rows.slice(0, 2));
      expect([await port.find({ workflow: OTHER, name: 'ops' }), await port.find({ ...OF, name: 'no' })]).toEqual([
        ...[rows[2], null],
      ]);
    });

    it('saves over the version before only, and says so again at a repeated call', async () => {
      const { port } = await fresh();
      const second = rowOf({ version: 2, messageAt: T0 });
      const claimed = deliveryOf(1, { version: 2, attempts: 1 });

      expect([await port.save(rowOf()), await port.save(rowOf())]).toEqual(['saved', 'saved']);
      expect([await port.save(rowOf({ owner: 'bert' })), await port.save(rowOf({ version: 3 }))]).toEqual([
        ...['conflict', 'conflict'],
      ]);
      expect([await port.save(second), await port.save(second), await port.find(OF)]).toEqual([
        ...['saved', 'saved', second],
      ]);
      expect([await port.saveDelivery(deliveryOf(1)), await port.saveDelivery(deliveryOf(1))]).toEqual([
        ...['saved', 'saved'],
      ]);
      expect(await port.saveDelivery(deliveryOf(1, { leftOut: 5 }))).toBe('conflict');
      expect([await port.saveDelivery(claimed), await port.saveDelivery(claimed)]).toEqual(['saved', 'saved']);
      expect(await port.delivery(OF, claimed.id)).toEqual(claimed);
    });

    it('tells one of many rivals that it has saved', async () => {
      const fixture = await fresh();
      await fixture.port.save(rowOf());
      await fixture.port.saveDelivery(deliveryOf(1));

      const rows = await Promise.all(
        rivals(fixture).map((rival, i) => rival.save(rowOf({ version: 2, messageAt: T0 + i }))),
      );
      const claims = await Promise.all(
        rivals(fixture).map((rival, i) => rival.saveDelivery(deliveryOf(1, { version: 2, nextTryAt: T0 + i }))),
      );

      expect([rows, claims].map((answers) => answers.filter((answer) => answer === 'saved').length)).toEqual([1, 1]);
    });

    it('has what waits, of all subscriptions, until it is done, and again when it is sent again', async () => {
      const { port } = await fresh();
      const [one, two] = [deliveryOf(1), deliveryOf(2, { workflow: OTHER })];
      for (const row of [one, two]) await port.saveDelivery(row);
      expect((await port.waiting()).map(({ id }) => id).sort()).toEqual([one.id, two.id].sort());

      await port.saveDelivery({ ...one, ...DONE, version: 2, attempts: 1 });
      expect(await port.waiting()).toEqual([two]);

      const again = { ...one, version: 3, round: 2 };
      await port.saveDelivery(again);
      expect((await port.waiting()).map(({ id }) => id).sort()).toEqual([one.id, two.id].sort());
      expect(await port.delivery(OF, one.id)).toEqual(again);
    });

    it('lists the messages of one subscription, newest first, and keeps the newest that are done', async () => {
      const { port } = await fresh();
      for (const n of [3, 1, 5, 2, 4]) {
        await port.saveDelivery(deliveryOf(n));
        if (n > 1) await port.saveDelivery(deliveryOf(n, { ...DONE, version: 2 }));
      }
      await port.saveDelivery(deliveryOf(9, { subscription: 'team' }));
      const all = await port.deliveries(OF);
      await port.keepNewest(OF, 2);

      expect(all.map(({ createdAt }) => createdAt - T0)).toEqual([5, 4, 3, 2, 1]);
      expect((await port.deliveries(OF)).map(({ createdAt }) => createdAt - T0)).toEqual([5, 4, 1]);
    });

    it('deletes one with its messages, and can save it again', async () => {
      const { port } = await fresh();
      for (const row of [rowOf(), rowOf({ name: 'team' })]) await port.save(row);
      for (const row of [deliveryOf(1), deliveryOf(2, { subscription: 'team' })]) await port.saveDelivery(row);

      expect([await port.delete(OF), await port.delete(OF)]).toEqual(['deleted', 'missing']);
      expect((await port.all()).map((row) => row.name)).toEqual(['team']);
      expect([await port.deliveries(OF), (await port.waiting()).length]).toEqual([[], 1]);
      expect(await port.save(rowOf())).toBe('saved');
    });
  });
}
