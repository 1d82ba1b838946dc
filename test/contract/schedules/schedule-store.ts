import { describe, expect, it } from 'vitest';
import type { WorkflowId } from '#core/model/ids.ts';
import { Schedule, type ScheduleRow } from '#core/schedule/schedule.ts';
import type { ScheduleStore } from '#core/schedule/schedule-store.ts';
import { type CreateFixture, fixtures, rivals } from '#test/contract/fixture.ts';

const T0 = 1_763_700_000_000;
const [ONE, OTHER] = ['w00000000one', 'w00000000two'] as [WorkflowId, WorkflowId];

const rowOf = (change: Partial<ScheduleRow> = {}): ScheduleRow => ({
  v: 1,
  workflow: ONE,
  name: 'daily',
  owner: 'anna',
  version: 1,
  createdAt: T0,
  updatedAt: T0,
  schedule: Schedule.parse({ when: 'rate(1 day)', zone: 'Europe/Berlin' }),
  doneUntil: T0,
  queued: null,
  missed: null,
  last: null,
  ...change,
});

/** Runs every promise of `ScheduleStore` against one adapter. */
export function scheduleStoreContract(name: string, create: CreateFixture<ScheduleStore>): void {
  describe(`${name} keeps the ScheduleStore contract`, () => {
    const fresh = fixtures(create);

    it('returns what was saved, by workflow and name', async () => {
      const { port } = await fresh();
      const rows = [rowOf(), rowOf({ name: 'hourly' }), rowOf({ workflow: OTHER, last: LAST, queued: T0 + 5 })];
      for (const row of rows.toReversed()) expect(await port.save(row)).toBe('saved');

      expect(await port.all()).toEqual(rows);
      expect(await port.ofWorkflow(ONE)).toEqual(rows.slice(0, 2));
      expect([await port.find(OTHER, 'daily'), await port.find(OTHER, 'hourly')]).toEqual([rows[2], null]);
    });

    it('saves over the version before only, and says so again at a repeated call', async () => {
      const { port } = await fresh();
      const second = rowOf({ version: 2, doneUntil: T0 + 1 });

      expect([await port.save(rowOf()), await port.save(rowOf())]).toEqual(['saved', 'saved']);
      expect(await port.save(rowOf({ owner: 'bert' }))).toBe('conflict');
      expect(await port.save(rowOf({ version: 3 }))).toBe('conflict');
      expect([await port.save(second), await port.save(second)]).toEqual(['saved', 'saved']);
      expect(await port.find(ONE, 'daily')).toEqual(second);
      expect(await port.save(rowOf({ workflow: OTHER, version: 2 }))).toBe('conflict');
    });

    it('tells one of many rivals that it has saved', async () => {
      const fixture = await fresh();
      await fixture.port.save(rowOf());

      const answers = await Promise.all(
        rivals(fixture).map((rival, i) => rival.save(rowOf({ version: 2, doneUntil: T0 + i }))),
      );

      expect(answers.filter((answer) => answer === 'saved')).toHaveLength(1);
    });

    it('deletes one, and can save it again', async () => {
      const { port } = await fresh();
      await port.save(rowOf());
      await port.save(rowOf({ name: 'hourly' }));

      expect([await port.delete(ONE, 'daily'), await port.delete(ONE, 'daily')]).toEqual(['deleted', 'missing']);
      expect((await port.all()).map((row) => row.name)).toEqual(['hourly']);
      expect(await port.save(rowOf())).toBe('saved');
    });
  });
}

const LAST: ScheduleRow['last'] = { scheduledAt: T0, outcome: 'skipped', execution: null, why: 'still running' };
