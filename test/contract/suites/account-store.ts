import { describe, expect, it } from 'vitest';
import type { AccountStore, AuditEvent, BlockEntry } from '#core/identity/account-store.ts';
import { type ApiKey, keyHash, keyIdOf } from '#core/identity/api-key.ts';
import { NO_RIGHTS, type User } from '#core/identity/roles/user.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type CreateFixture, fixtures, rivals } from '#test/contract/fixture.ts';

const T0 = 1_763_700_000_000;
const DAY = '2025-11-21';

const userOf = (id: string, change: Partial<User> = {}): User => ({
  v: 1,
  id,
  email: `${id}@example.org`,
  role: 'standard',
  assigned: 'automatically',
  rights: NO_RIGHTS,
  createdAt: T0,
  ...change,
});

const keyOf = (n: number, change: Partial<ApiKey> = {}): ApiKey => {
  const hash = keyHash(`surf_${n}`);
  return {
    v: 1,
    id: keyIdOf(hash),
    hash,
    prefix: `surf_${n}`,
    name: `key ${n}`,
    owner: 'anna',
    role: 'standard',
    ancestors: [],
    createdAt: T0 + n,
    expiresAt: null,
    revokedAt: null,
    ...change,
  };
};

const eventOf = (n: number): AuditEvent => ({
  v: 1,
  id: `a0000000${n}`,
  at: T0 + n,
  by: 'root',
  action: 'user-changed',
  target: 'anna',
  text: `change ${n}`,
});

const entryOf = (digit: string, pattern: string): BlockEntry => ({
  v: 1,
  id: `b${digit.repeat(32)}`,
  pattern,
  note: null,
  by: 'root',
  createdAt: T0,
});

/** All rows of a list, page by page. */
async function all<T>(list: (next?: string) => Promise<{ rows: T[]; next: string | null }>): Promise<T[]> {
  const rows: T[] = [];
  for (let next: string | undefined; ; ) {
    const page = await list(next);
    rows.push(...page.rows);
    if (page.next === null) return rows;
    next = page.next;
  }
}

/** Runs every promise of `AccountStore` against one adapter. */
export function accountStoreContract(name: string, create: CreateFixture<AccountStore>): void {
  describe(`${name} keeps the AccountStore contract`, () => {
    const fresh = fixtures(create);

    it('makes one user of many first sign-ins, and tells all of them the same', async () => {
      const fixture = await fresh();

      const answers = await Promise.all(
        rivals(fixture).map((rival, i) => rival.signIn(userOf('anna', { createdAt: T0 + i }))),
      );

      expect(new Set(answers.map(({ createdAt }) => createdAt)).size).toBe(1);
      expect(await fixture.port.user('anna')).toEqual(answers[0]);
      expect(await fixture.port.user('bert')).toBeNull();
    });

    it('keeps what was given by hand when its user signs in again', async () => {
      const { port } = await fresh();
      const given = userOf('auth0|7', { role: 'premium', assigned: 'hand' });
      await port.saveUser(given);

      expect(await port.signIn(userOf('auth0|7'))).toEqual(given);
    });

    it('lists users newest first, each once for any page size', async () => {
      const { port } = await fresh();
      for (let n = 0; n < 5; n += 1) await port.signIn(userOf(`u|${n}_x`, { createdAt: T0 + n }));
      await port.saveUser(userOf('u|2_x', { createdAt: T0 + 2, role: 'premium' }));

      const rows = await all((next) => port.users(2, next));

      expect(rows.map(({ id, role }) => [id, role])).toEqual([
        ...[
          ['u|4_x', 'standard'],
          ['u|3_x', 'standard'],
          ['u|2_x', 'premium'],
        ],
        ...[
          ['u|1_x', 'standard'],
          ['u|0_x', 'standard'],
        ],
      ]);
    });

    it('keeps keys by id, once, and lists those of an owner newest first', async () => {
      const { port } = await fresh();
      for (let n = 0; n < 5; n += 1) await port.createKey(keyOf(n, { owner: n % 2 === 0 ? 'anna' : 'bert' }));

      await expect(port.createKey(keyOf(1, { owner: 'carl' }))).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
      expect(await port.key(keyOf(1).id)).toEqual(keyOf(1, { owner: 'bert' }));
      expect(await port.key(keyOf(9).id)).toBeNull();
      expect((await all((next) => port.keys('anna', 2, next))).map((key) => key.name)).toEqual([
        'key 4',
        'key 2',
        'key 0',
      ]);
      expect(await all((next) => port.keys(null, 2, next))).toHaveLength(5);
    });

    it('has a revocation read by everyone, with its first instant', async () => {
      const fixture = await fresh();
      await fixture.port.createKey(keyOf(1));

      await fixture.port.revokeKey(keyOf(1).id, T0 + 10);
      await fixture.rival().revokeKey(keyOf(1).id, T0 + 20);
      await fixture.port.revokeKey(keyOf(2).id, T0 + 20);

      expect(await fixture.rival().key(keyOf(1).id)).toEqual(keyOf(1, { revokedAt: T0 + 10 }));
      expect(await fixture.port.key(keyOf(2).id)).toBeNull();
    });

    it('gives rivals for an owner no more places than there are, and each holder its own again', async () => {
      const fixture = await fresh();
      const idOf = (n: number) => `x0000000000${String(n).padStart(2, '0')}` as ExecutionId;
      const take = (store: AccountStore, n: number, most = 3) =>
        store.takePlace('anna', { execution: idOf(n), most, now: T0 + n });

      const answers = await Promise.all(rivals(fixture).map((rival, n) => take(rival, n)));
      const held = await fixture.port.places('anna');
      const again = await Promise.all(held.map(({ takenAt }) => take(fixture.rival(), takenAt - T0, 1)));
      const others = await fixture.port.takePlace('bert', { execution: idOf(90), most: 1, now: T0 });

      expect(answers.filter(Boolean)).toHaveLength(3);
      expect(held.map(({ execution, takenAt }) => [execution, takenAt])).toEqual(
        answers.flatMap((taken, n) => (taken ? [[idOf(n), T0 + n]] : [])),
      );
      expect(again).toEqual([true, true, true]);
      expect(others).toBe(true);
    });

    it('lets a released place be taken again, however often it was released', async () => {
      const { port } = await fresh();
      const [first, second] = ['x00000000000001', 'x00000000000002'] as ExecutionId[];
      if (first === undefined || second === undefined) throw new Error('no ids');
      await port.takePlace('anna', { execution: first, most: 1, now: T0 });
      const refused = await port.takePlace('anna', { execution: second, most: 1, now: T0 });

      await port.releasePlace('anna', first);
      await port.releasePlace('anna', first);
      await port.releasePlace('bert', first);
      const taken = await port.takePlace('anna', { execution: second, most: 1, now: T0 + 1 });
      const further = await port.takePlace('anna', { execution: first, most: 1, now: T0 + 2 });

      expect([refused, taken, further]).toEqual([false, true, false]);
      expect(await port.places('anna')).toEqual([{ execution: second, takenAt: T0 + 1 }]);
      expect(await port.places('bert')).toEqual([]);
    });

    it('lets no more requests of rivals in than the bucket holds, and counts those (S16)', async () => {
      const fixture = await fresh();
      const rate = { perSecond: 1, burst: 5 };

      const waits = await Promise.all(rivals(fixture).map((rival) => rival.countRequest('anna', T0, rate)));
      const other = await fixture.port.countRequest('bert', T0, rate);
      const later = await fixture.port.countRequest('anna', T0 + 2_000, rate);
      await fixture.port.countRequest('carl', T0, null);

      expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
      expect(new Set(waits.filter((wait) => wait > 0))).toEqual(new Set([1_000]));
      expect([other, later]).toEqual([0, 0]);
      expect(await fixture.port.usage('anna', DAY, DAY)).toEqual([{ day: DAY, requests: 6, pages: 0, usd: 0 }]);
      expect(await fixture.port.usage('carl', DAY, DAY)).toMatchObject([{ requests: 1 }]);
    });

    it('counts work once however often it is reported, and days add up to the execution’s totals (S16)', async () => {
      const { port } = await fresh();
      const work = (day: string, [from, to]: [number, number], execution = 'x00000000000001') =>
        port.countWork({
          execution: execution as ExecutionId,
          user: 'anna',
          day,
          before: { pages: from, usd: from / 4, storedBytes: from * 10 },
          after: { pages: to, usd: to / 4, storedBytes: to * 10 },
        });

      await work('2025-11-20', [0, 10]);
      await work('2025-11-20', [10, 24]);
      await work('2025-11-20', [10, 24]);
      await work('2025-11-21', [24, 40]);
      await work('2025-11-21', [0, 4], 'x00000000000002');

      expect(await port.usage('anna', '2025-11-20', '2025-11-21')).toEqual([
        { day: '2025-11-20', requests: 0, pages: 24, usd: 6 },
        { day: '2025-11-21', requests: 0, pages: 20, usd: 5 },
      ]);
      expect(await port.usage('anna', '2025-11-22', '2025-11-30')).toEqual([]);
      expect(await port.usage('bert', '2025-11-01', '2025-11-30')).toEqual([]);
    });

    it('adds up what executions keep, each part once, by user and of everybody, until they are deleted (S27)', async () => {
      const { port } = await fresh();
      const [first, second] = ['x00000000000001', 'x00000000000002'] as ExecutionId[] as [ExecutionId, ExecutionId];
      const crawled = (user: string, execution: ExecutionId, storedBytes: number) =>
        port.countWork({
          execution,
          user,
          day: DAY,
          before: { pages: 0, usd: 0, storedBytes: 0 },
          after: { pages: 1, usd: 0, storedBytes },
        });
      const none = await port.stored(null);

      await crawled('anna', first, 900);
      await crawled('anna', first, 400); // late
      await crawled('anna', second, 50);
      await crawled('anna#x', second, 7);
      await port.keepStored({ user: 'anna', execution: first, part: 'files', bytes: 30 });
      await port.keepStored({ user: 'anna', execution: first, part: 'files', bytes: 20 });
      const kept = [await port.stored('anna'), await port.stored('anna#x'), await port.stored('bert')];
      const ofAll = await port.stored(null);
      await port.dropStored({ user: 'anna', execution: first });
      await port.dropStored({ user: 'anna', execution: first });

      expect([none, kept, ofAll]).toEqual([0, [970, 7, 0], 977]);
      expect([await port.stored('anna'), await port.stored(null)]).toEqual([50, 57]);
    });

    it('lists audit events newest first', async () => {
      const { port } = await fresh();
      for (let n = 0; n < 5; n += 1) await port.addAudit(eventOf(n));
      await port.addAudit(eventOf(3));

      expect(await all((next) => port.audit(2, next))).toEqual([4, 3, 2, 1, 0].map(eventOf));
    });

    it('keeps the blocklist', async () => {
      const { port } = await fresh();
      await port.block(entryOf('2', 'bad.example'));
      await port.block(entryOf('1', 'http://x.example/*'));
      await port.block(entryOf('2', 'worse.example'));

      expect((await port.blocked()).map(({ pattern }) => pattern)).toEqual(['http://x.example/*', 'worse.example']);
      expect([await port.unblock(entryOf('2', '').id), await port.unblock(entryOf('2', '').id)]).toEqual([
        'done',
        'missing',
      ]);
      expect(await port.blocked()).toEqual([entryOf('1', 'http://x.example/*')]);
    });
  });
}
