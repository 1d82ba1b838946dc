import { describe, expect, it } from 'vitest';
import type { UnitLive, UnitStore } from '#core/execution/unit-store.ts';
import { type CreateFixture, fixtures, rivals } from '#test/contract/fixture.ts';
import { EXECUTION, OTHER_EXECUTION, unitNumbers } from '#test/contract/samples.ts';

/** More than any test begins. */
const ALL = unitNumbers(1_000);

const T0 = 1_763_700_000_000;
const LIVE: UnitLive = {
  fetched: 7,
  stored: 5,
  failed: 2,
  bytes: 70_000,
  waiting: [{ host: 'example.org', cause: 'crawl-delay of 30 s', until: T0 + 30_000 }],
};

/**
 * Runs every promise of `UnitStore` against one adapter.
 * @param options.many units of a large wave; fewer where each is slow
 */
export function unitStoreContract(name: string, create: CreateFixture<UnitStore>, { many = 700 } = {}): void {
  describe(`${name} keeps the UnitStore contract`, () => {
    const fresh = fixtures(create);

    it('lets exactly one of many callers begin a unit, ever', async () => {
      const fixture = await fresh();

      const answers = await Promise.all(
        rivals(fixture).map((rival, i) => rival.begin({ execution: EXECUTION, wave: 3, unit: 0 }, `token${i}`, T0 + i)),
      );
      const later = await fixture.port.begin({ execution: EXECUTION, wave: 3, unit: 0 }, 'late', T0 + 1_000_000);

      expect(answers.filter((won) => won)).toHaveLength(1);
      expect(later).toBe(false);
      expect((await fixture.port.rows(EXECUTION, 3, ALL)).map(({ token }) => token)).toEqual([
        `token${answers.indexOf(true)}`,
      ]);
    });

    it('says true again to the token that began the unit, and leaves its row alone', async () => {
      const { port } = await fresh();
      await port.begin({ execution: EXECUTION, wave: 3, unit: 0 }, 'winner', T0);
      await port.beat({ execution: EXECUTION, wave: 3, unit: 0 }, 'winner', { now: T0 + 5_000, live: LIVE });

      const answers = [
        await port.begin({ execution: EXECUTION, wave: 3, unit: 0 }, 'winner', T0 + 9_000),
        await port.begin({ execution: EXECUTION, wave: 3, unit: 0 }, 'other', T0 + 9_000),
      ];

      expect(answers).toEqual([true, false]);
      expect(await port.rows(EXECUTION, 3, ALL)).toMatchObject([{ startedAt: T0, beatAt: T0 + 5_000, live: LIVE }]);
    });

    it('begins a row with its token and time, nothing done, neither died nor ended', async () => {
      const { port } = await fresh();

      await port.begin({ execution: EXECUTION, wave: 3, unit: 12 }, 'abc', T0);

      expect(await port.rows(EXECUTION, 3, ALL)).toEqual([
        {
          v: 1,
          unit: 12,
          token: 'abc',
          startedAt: T0,
          beatAt: T0,
          live: { fetched: 0, stored: 0, failed: 0, bytes: 0, waiting: [] },
          died: false,
          ended: false,
        },
      ]);
    });

    it('keeps beat and live counts, and the end', async () => {
      const fixture = await fresh();
      await fixture.port.begin({ execution: EXECUTION, wave: 3, unit: 1 }, 'abc', T0);

      await fixture.port.beat({ execution: EXECUTION, wave: 3, unit: 1 }, 'abc', { now: T0 + 5_000, live: LIVE });
      const beating = await fixture.rival().rows(EXECUTION, 3, ALL);
      await fixture.port.end({ execution: EXECUTION, wave: 3, unit: 1 }, 'abc', T0 + 8_000);
      const ended = await fixture.rival().rows(EXECUTION, 3, ALL);

      expect(beating).toMatchObject([{ beatAt: T0 + 5_000, live: LIVE, died: false, ended: false }]);
      expect(ended).toMatchObject([{ beatAt: T0 + 8_000, live: LIVE, died: false, ended: true }]);
    });

    it('changes nothing when a unit that was not begun beats, ends or dies', async () => {
      const { port } = await fresh();

      await port.beat({ execution: EXECUTION, wave: 3, unit: 1 }, 'abc', { now: T0, live: LIVE });
      await port.end({ execution: EXECUTION, wave: 3, unit: 1 }, 'abc', T0);
      await port.markDied({ execution: EXECUTION, wave: 3, unit: 1 });

      expect(await port.rows(EXECUTION, 3, ALL)).toEqual([]);
      expect(await port.begin({ execution: EXECUTION, wave: 3, unit: 1 }, 'later', T0)).toBe(true);
    });

    it('changes nothing when another token beats or ends', async () => {
      const { port } = await fresh();
      await port.begin({ execution: EXECUTION, wave: 3, unit: 1 }, 'abc', T0);
      const before = await port.rows(EXECUTION, 3, ALL);

      await port.beat({ execution: EXECUTION, wave: 3, unit: 1 }, 'other', { now: T0 + 5_000, live: LIVE });
      await port.end({ execution: EXECUTION, wave: 3, unit: 1 }, 'other', T0 + 6_000);

      expect(await port.rows(EXECUTION, 3, ALL)).toEqual(before);
    });

    it('marks a begun unit as died, but not one that ended', async () => {
      const { port } = await fresh();
      await port.begin({ execution: EXECUTION, wave: 3, unit: 1 }, 'abc', T0);
      await port.begin({ execution: EXECUTION, wave: 3, unit: 2 }, 'def', T0);
      await port.end({ execution: EXECUTION, wave: 3, unit: 2 }, 'def', T0 + 1);

      await port.markDied({ execution: EXECUTION, wave: 3, unit: 1 });
      await port.markDied({ execution: EXECUTION, wave: 3, unit: 2 });

      expect(await port.rows(EXECUTION, 3, ALL)).toMatchObject([
        { unit: 1, died: true, ended: false },
        { unit: 2, died: false, ended: true },
      ]);
    });

    it('never begins a died unit again', async () => {
      const { port } = await fresh();
      await port.begin({ execution: EXECUTION, wave: 3, unit: 1 }, 'abc', T0);
      await port.markDied({ execution: EXECUTION, wave: 3, unit: 1 });

      expect(await port.begin({ execution: EXECUTION, wave: 3, unit: 1 }, 'other', T0 + 1)).toBe(false);
    });

    it('gives the rows of one wave of one execution, by unit, however many', async () => {
      const { port } = await fresh();
      for (let unit = 99; unit >= 0; unit--) await port.begin({ execution: EXECUTION, wave: 3, unit }, `t${unit}`, T0);
      await port.begin({ execution: EXECUTION, wave: 4, unit: 0 }, 'next-wave', T0);
      await port.begin({ execution: OTHER_EXECUTION, wave: 3, unit: 0 }, 'other-execution', T0);

      expect((await port.rows(EXECUTION, 3, ALL)).map(({ token }) => token)).toEqual(
        Array.from({ length: 100 }, (_, i) => `t${i}`),
      );
      expect((await port.rows(EXECUTION, 4, ALL)).map(({ token }) => token)).toEqual(['next-wave']);
    });

    it('gives only the requested rows', async () => {
      const { port } = await fresh();
      for (const unit of [0, 3, 7, 40]) await port.begin({ execution: EXECUTION, wave: 3, unit }, `t${unit}`, T0);

      const asked = await Promise.all([[40, 1, 0, 7], [2], []].map((units) => port.rows(EXECUTION, 3, units)));

      expect(asked.map((rows) => rows.map(({ unit }) => unit))).toEqual([[0, 7, 40], [], []]);
    });

    it('clears waves up to and including the one named, of one execution', async () => {
      const { port } = await fresh();
      for (let wave = 1; wave <= 4; wave++) await port.begin({ execution: EXECUTION, wave, unit: 0 }, `w${wave}`, T0);
      for (let unit = 0; unit < many; unit++)
        await port.begin({ execution: EXECUTION, wave: 2, unit: unit + 1 }, 'many', T0);
      await port.begin({ execution: OTHER_EXECUTION, wave: 1, unit: 0 }, 'other', T0);

      await port.clear(EXECUTION, 2);

      const waves = await Promise.all([1, 2, 3, 4].map((wave) => port.rows(EXECUTION, wave, ALL)));
      expect(waves.map((rows) => rows.length)).toEqual([0, 0, 1, 1]);
      expect(await port.rows(OTHER_EXECUTION, 1, ALL)).toHaveLength(1);
    });
  });
}
