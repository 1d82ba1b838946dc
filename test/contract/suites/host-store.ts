import { describe, expect, it } from 'vitest';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import {
  type HostStore,
  LEASE_MARGIN_MS,
  LEASE_MS,
  type LeaseAnswer,
  type RobotsPointer,
} from '#core/politeness/hosts/host-store.ts';
import { type CreateFixture, fixtures, rivals } from '#test/contract/fixture.ts';
import { simulateHost } from '#test/contract/suites/host-simulation.ts';

const HOST = 'example.org' as HostKey;
const T0 = 1_763_700_000_000;
const DELAY = 1_000;

/** Of hosts over a long time, for each adapter as many as it can run in seconds. */
interface Simulations {
  /** Of each simulation. @default 2,000 */
  readonly steps?: number;
  /** One a simulation of crashes; the first three of competitors, too. @default four */
  readonly seeds?: readonly number[];
}

/** Runs every promise of `HostStore` against one adapter. */
export function hostStoreContract(
  name: string,
  create: CreateFixture<HostStore>,
  { steps = 2_000, seeds = [1, 2, 3, 4] }: Simulations = {},
): void {
  describe(`${name} keeps the HostStore contract`, () => {
    const fresh = fixtures(create);

    describe('lease', () => {
      it('grants a host that nobody had at once, for at most LEASE_MS', async () => {
        const { port } = await fresh();

        const answer = granted(await port.lease(HOST, 'a', T0, DELAY));

        expect(answer.leaseUntil).toBe(T0 + LEASE_MS);
        expect(answer.nextAllowedAt).toBeLessThanOrEqual(T0);
      });

      it('refuses everyone else until it is over, and says when that is and who has it', async () => {
        const { port } = await fresh();
        const { leaseUntil } = granted(await port.lease(HOST, 'a', T0, DELAY));

        expect(await port.lease(HOST, 'b', T0 + 1, DELAY)).toEqual({ granted: false, until: leaseUntil, by: 'a' });
        expect(await port.lease(HOST, 'c', leaseUntil - 1, DELAY)).toEqual({
          granted: false,
          until: leaseUntil,
          by: 'a',
        });
        expect((await port.lease(HOST, 'b', leaseUntil, DELAY)).granted).toBe(true);
      });

      it('is held by exactly one of many rivals (N5)', async () => {
        const fixture = await fresh();

        for (let round = 0; round < 10; round++) {
          const host = `host${round}.example` as HostKey;
          const answers = await Promise.all(
            rivals(fixture).map((rival, i) => rival.lease(host, `owner${i}`, T0, DELAY)),
          );

          expect(answers.filter((answer) => answer.granted)).toHaveLength(1);
        }
      });

      it('keeps hosts apart', async () => {
        const { port } = await fresh();
        await port.lease(HOST, 'a', T0, DELAY);

        expect((await port.lease('127.0.0.1:8080' as HostKey, 'b', T0, DELAY)).granted).toBe(true);
      });

      it('makes the next owner of a dead one keep the distance from its last possible request', async () => {
        const { port } = await fresh();
        const { leaseUntil } = granted(await port.lease(HOST, 'dead', T0, 10_000));

        const next = granted(await port.lease(HOST, 'b', leaseUntil, DELAY));

        expect(next.nextAllowedAt).toBe(leaseUntil - LEASE_MARGIN_MS + 10_000);
      });

      it('keeps a long pause that a host asked for, through owners that die', async () => {
        const { port } = await fresh();
        await port.lease(HOST, 'a', T0, DELAY);
        await port.release(HOST, 'a', T0 + 600_000);

        const second = granted(await port.lease(HOST, 'dead', T0 + 1_000, DELAY));
        const third = granted(await port.lease(HOST, 'c', second.leaseUntil, DELAY));

        expect([second.nextAllowedAt, third.nextAllowedAt]).toEqual([T0 + 600_000, T0 + 600_000]);
      });

      it('is renewed by its owner, whose answer again carries what the owner before left', async () => {
        const { port } = await fresh();
        await port.lease(HOST, 'a', T0, DELAY);
        await port.release(HOST, 'a', T0 + 5_000);
        const taken = granted(await port.lease(HOST, 'b', T0 + 1_000, DELAY));

        const renewed = granted(await port.lease(HOST, 'b', T0 + 31_000, DELAY));
        const after = granted(await port.lease(HOST, 'c', renewed.leaseUntil, DELAY));

        expect(taken.nextAllowedAt).toBe(T0 + 5_000);
        expect(renewed).toEqual({ granted: true, leaseUntil: T0 + 31_000 + LEASE_MS, nextAllowedAt: T0 + 5_000 });
        expect(after.nextAllowedAt).toBe(renewed.leaseUntil - LEASE_MARGIN_MS + DELAY);
      });

      it('answers a retry after a lost answer like the first call', async () => {
        const { port } = await fresh();
        await port.lease(HOST, 'a', T0, DELAY);
        await port.release(HOST, 'a', T0 + 5_000);

        const answers = [await port.lease(HOST, 'b', T0, DELAY), await port.lease(HOST, 'b', T0, DELAY)];

        expect(answers[1]).toEqual(answers[0]);
      });
    });

    describe('wanted', () => {
      it('refuses a renewal that another waits for, and leaves the lease as it is', async () => {
        const { port } = await fresh();
        const { leaseUntil } = granted(await port.lease(HOST, 'a', T0, DELAY));
        await port.lease(HOST, 'b', T0 + 10_000, DELAY);

        const renewal = await port.lease(HOST, 'a', T0 + 40_000, DELAY);

        expect(renewal.granted).toBe(false);
        expect(await port.lease(HOST, 'c', T0 + 40_000, DELAY)).toEqual({ granted: false, until: leaseUntil, by: 'a' });
        expect(granted(await port.lease(HOST, 'b', leaseUntil, DELAY)).nextAllowedAt).toBe(
          leaseUntil - LEASE_MARGIN_MS + DELAY,
        );
      });

      it('gives a released lease to the one who waits for it before the one who released it', async () => {
        const { port } = await fresh();
        await port.lease(HOST, 'a', T0, DELAY);
        await port.lease(HOST, 'b', T0 + 10_000, DELAY);
        await port.release(HOST, 'a', T0 + 31_000);

        const again = await port.lease(HOST, 'a', T0 + 30_001, DELAY);
        const waiting = await port.lease(HOST, 'b', T0 + 35_000, DELAY);

        expect(again.granted).toBe(false);
        expect(granted(waiting).nextAllowedAt).toBe(T0 + 31_000);
        expect((await port.lease(HOST, 'a', T0 + 35_001, DELAY)).granted).toBe(false);
      });

      it('is forgotten when the one who waits for it does not come: nobody is shut out for ever', async () => {
        const { port } = await fresh();
        await port.lease(HOST, 'a', T0, DELAY);
        await port.lease(HOST, 'dead', T0 + 10_000, DELAY);
        await port.release(HOST, 'a', T0 + 20_000);

        const refused = await port.lease(HOST, 'a', T0 + 20_000, DELAY);
        const again = await port.lease(HOST, 'a', refused.granted ? 0 : refused.until, DELAY);

        expect(refused).toMatchObject({ granted: false });
        expect(refused.granted ? 0 : refused.until).toBeLessThanOrEqual(T0 + 2 * LEASE_MS);
        expect(again.granted).toBe(true);
      });

      it('does not refuse a renewal when nobody else asked', async () => {
        const { port } = await fresh();
        await port.lease(HOST, 'a', T0, DELAY);

        for (let n = 1; n <= 5; n++) expect((await port.lease(HOST, 'a', T0 + n * 50_000, DELAY)).granted).toBe(true);
      });

      it('is over when the one who wanted it has got it', async () => {
        const { port } = await fresh();
        await port.lease(HOST, 'a', T0, DELAY);
        await port.lease(HOST, 'b', T0 + 1, DELAY);
        await port.release(HOST, 'a', T0 + 2);

        await port.lease(HOST, 'b', T0 + 3, DELAY);

        expect((await port.lease(HOST, 'b', T0 + 50_000, DELAY)).granted).toBe(true);
      });
    });

    describe('release', () => {
      it('frees the host, and the next owner gets the time that was left', async () => {
        const { port } = await fresh();
        await port.lease(HOST, 'a', T0, DELAY);

        await port.release(HOST, 'a', T0 + 3_500);

        expect(granted(await port.lease(HOST, 'b', T0 + 3_000, DELAY)).nextAllowedAt).toBe(T0 + 3_500);
      });

      it('changes nothing when another than the owner calls it', async () => {
        const { port } = await fresh();
        const { leaseUntil } = granted(await port.lease(HOST, 'a', T0, DELAY));

        await port.release(HOST, 'b', T0);
        await port.release('never-leased.example' as HostKey, 'b', T0);

        expect(await port.lease(HOST, 'c', T0 + 1_000, DELAY)).toEqual({ granted: false, until: leaseUntil, by: 'a' });
        expect(granted(await port.lease(HOST, 'c', leaseUntil, DELAY)).nextAllowedAt).toBe(
          leaseUntil - LEASE_MARGIN_MS + DELAY,
        );
      });

      it('changes nothing when it comes after another took the expired lease', async () => {
        const { port } = await fresh();
        const first = granted(await port.lease(HOST, 'slow', T0, DELAY));
        const second = granted(await port.lease(HOST, 'b', first.leaseUntil, DELAY));

        await port.release(HOST, 'slow', T0 + 100);

        expect(await port.lease(HOST, 'c', first.leaseUntil + 1, DELAY)).toEqual({
          granted: false,
          until: second.leaseUntil,
          by: 'b',
        });
      });

      it('may be called twice', async () => {
        const { port } = await fresh();
        await port.lease(HOST, 'a', T0, DELAY);

        await port.release(HOST, 'a', T0 + 3_500);
        await port.release(HOST, 'a', T0 + 1);

        expect(granted(await port.lease(HOST, 'b', T0 + 3_000, DELAY)).nextAllowedAt).toBe(T0 + 3_500);
      });
    });

    describe('the end of a dead owner’s leases', () => {
      const DEAD = 'x1/3/1';
      const NEXT = 'x1/4/0';

      it('gives each of its hosts and addresses to the next owner at once, who keeps the distance from the death', async () => {
        const { port } = await fresh();
        const hosts = [HOST, 'address/203.0.113.7' as HostKey];
        for (const host of hosts) await port.lease(host, DEAD, T0, 4_000);

        const held = await port.lease(HOST, NEXT, T0 + 9_999, DELAY);
        await port.endLeases(DEAD, T0 + 10_000);

        expect(held).toEqual({ granted: false, until: T0 + LEASE_MS, by: DEAD });
        for (const host of hosts) {
          const answer = granted(await port.lease(host, NEXT, T0 + 10_001, DELAY));
          expect(answer).toMatchObject({ leaseUntil: T0 + 10_001 + LEASE_MS, nextAllowedAt: T0 + 14_000 });
        }
      });

      it('keeps the long pause that a host asked for', async () => {
        const { port } = await fresh();
        await port.lease(HOST, 'x0/1/0', T0, DELAY);
        await port.release(HOST, 'x0/1/0', T0 + 600_000);
        await port.lease(HOST, DEAD, T0 + 1_000, DELAY);

        await port.endLeases(DEAD, T0 + 2_000);

        expect(granted(await port.lease(HOST, NEXT, T0 + 2_001, DELAY)).nextAllowedAt).toBe(T0 + 600_000);
      });

      it.each(['x1/3/11', 'x1/3/0', 'x11/3/1', 'x1/33/1'])('leaves the lease of %s alone', async (other) => {
        const { port } = await fresh();
        const { leaseUntil } = granted(await port.lease(HOST, other, T0, DELAY));

        await port.endLeases(DEAD, T0 + 1_000);

        expect(await port.lease(HOST, NEXT, T0 + 2_000, DELAY)).toEqual({
          granted: false,
          until: leaseUntil,
          by: other,
        });
      });

      it('leaves a lease alone that another owner took over meanwhile', async () => {
        const { port } = await fresh();
        const dead = granted(await port.lease(HOST, DEAD, T0, DELAY));
        const { leaseUntil } = granted(await port.lease(HOST, 'x2/1/0', dead.leaseUntil, DELAY));

        await port.endLeases(DEAD, dead.leaseUntil + 1);

        expect(await port.lease(HOST, NEXT, dead.leaseUntil + 2, DELAY)).toEqual({
          granted: false,
          until: leaseUntil,
          by: 'x2/1/0',
        });
      });

      it('leaves a lease alone that the owner took or renewed after it was called dead', async () => {
        const { port } = await fresh();
        await port.endLeases(DEAD, T0);
        const { leaseUntil } = granted(await port.lease(HOST, DEAD, T0 + 1_000, DELAY));

        expect(await port.lease(HOST, NEXT, T0 + 2_000, DELAY)).toEqual({
          granted: false,
          until: leaseUntil,
          by: DEAD,
        });
      });

      it('gives the lease to the other execution that waits for it before an execution that had it', async () => {
        const { port } = await fresh();
        await port.lease(HOST, DEAD, T0, DELAY);
        await port.lease(HOST, 'x2/1/0', T0 + 1_000, DELAY);

        await port.endLeases(DEAD, T0 + 2_000);

        expect(await port.lease(HOST, NEXT, T0 + 3_000, DELAY)).toMatchObject({ granted: false, by: 'x2/1/0' });
        expect((await port.lease(HOST, 'x2/1/0', T0 + 3_001, DELAY)).granted).toBe(true);
      });

      it('may be called twice, and for an owner that holds nothing', async () => {
        const { port } = await fresh();
        await port.lease(HOST, DEAD, T0, DELAY);

        await port.endLeases('x9/1/0', T0);
        await port.endLeases(DEAD, T0 + 1_000);
        await port.endLeases(DEAD, T0 + 1_500);

        expect((await port.lease(HOST, NEXT, T0 + 2_000, DELAY)).granted).toBe(true);
      });
    });

    describe('robots', () => {
      it('keeps the pointer that was written last, per origin', async () => {
        const { port } = await fresh();
        const small = pointer('https://small.example:443', { object: null, deflated: 'U+blAgA=' });
        const unreachable = pointer('http://example.org:80', { status: null, hash: null, object: null });

        await port.saveRobots(pointer('https://example.org:443'));
        await port.saveRobots(pointer('http://example.org:80'));
        await port.saveRobots(unreachable);
        await port.saveRobots(small);

        expect(await port.robots('https://example.org:443')).toEqual(pointer('https://example.org:443'));
        expect(await port.robots('http://example.org:80')).toEqual(unreachable);
        expect(await port.robots('https://small.example:443')).toEqual(small);
        expect(await port.robots('http://other.example:80')).toBeNull();
      });

      it('leaves the lease of its host alone', async () => {
        const { port } = await fresh();
        const { leaseUntil } = granted(await port.lease(HOST, 'a', T0, DELAY));

        await port.saveRobots(pointer('https://example.org:443'));

        expect(await port.lease(HOST, 'b', T0, DELAY)).toEqual({ granted: false, until: leaseUntil, by: 'a' });
      });
    });

    describe('over a long time', () => {
      it.each(seeds)('no two requests of eight owners that crash are closer than the delay (seed %i)', async (seed) => {
        const fixture = await fresh();

        const run = await simulateHost(rivals(fixture, 8), {
          seed,
          steps,
          crash: 0.03,
          delays: [1_000, 5_000, 12_000],
        });

        expect(run.tooClose).toEqual([]);
        // In a short run nobody may die, and most of it is waiting.
        expect(run.requests.length).toBeGreaterThan(steps < 2_000 ? 5 : 100);
        expect(run.crashes).toBeGreaterThan(steps < 2_000 ? -1 : 3);
      });

      it.each(seeds.slice(0, 3))('two steady competitors share the host within 35 to 65 % (seed %i)', async (seed) => {
        const fixture = await fresh();

        const run = await simulateHost(rivals(fixture, 2), {
          seed,
          steps: Math.max(steps, 1_000),
          crash: 0,
          delays: [1_000],
        });

        const share = run.requests.filter(({ owner }) => owner === 0).length / run.requests.length;
        expect(run.tooClose).toEqual([]);
        expect(share).toBeGreaterThan(0.35);
        expect(share).toBeLessThan(0.65);
      });
    });
  });
}

function granted(answer: LeaseAnswer): Extract<LeaseAnswer, { granted: true }> {
  if (!answer.granted) throw new Error(`refused until ${answer.until}`);
  return answer;
}

const pointer = (origin: string, change: Partial<RobotsPointer> = {}): RobotsPointer => ({
  origin,
  status: 200,
  hash: 'ab'.repeat(32),
  object: `robots/${'ab'.repeat(32)}.txt`,
  fetchedAt: T0,
  expiresAt: T0 + 86_400_000,
  ...change,
});
