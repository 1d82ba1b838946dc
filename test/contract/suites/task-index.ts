import { describe, expect, it } from 'vitest';
import type { TaskIndex, TaskRow } from '#core/execution/task-index.ts';
import { type CreateFixture, fixtures, rivals } from '#test/contract/fixture.ts';
import { EXECUTION, OTHER_EXECUTION, sampleKey, sampleTask, waveOf } from '#test/contract/samples.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Runs every promise of `TaskIndex` against one adapter. */
export function taskIndexContract(name: string, create: CreateFixture<TaskIndex>): void {
  describe(`${name} keeps the TaskIndex contract`, () => {
    const fresh = fixtures(create);

    it('returns rows as they were written, in the order asked, null where there is none', async () => {
      const { port } = await fresh();
      const bare = sampleTask(2, {
        via: null,
        outcome: { type: 'failed', reason: 'dns' },
        status: null,
        contentType: null,
        bytes: null,
        title: null,
        startedAt: null,
        endedAt: null,
        errors: [],
        archived: null,
      });

      await port.write(EXECUTION, waveOf([sampleTask(1), bare]));

      expect(await port.get(EXECUTION, [sampleKey(2), sampleKey(9), sampleKey(1), sampleKey(2)])).toEqual([
        bare,
        null,
        sampleTask(1),
        bare,
      ]);
      expect(await port.get(EXECUTION, [])).toEqual([]);
    });

    it('leaves one row a key when the same rows are written again', async () => {
      const { port } = await fresh();
      const rows = numbers(60).map((n) => sampleTask(n));

      await port.write(EXECUTION, waveOf(rows, 3));
      await port.write(EXECUTION, waveOf(rows, 3));

      expect(byKey(await everything(port, 25))).toEqual(byKey(rows));
    });

    it('keeps what the later wave says of a key', async () => {
      const { port } = await fresh();
      const again = sampleTask(1, { outcome: { type: 'duplicate', of: sampleKey(0) }, rank: 77 });
      await port.write(EXECUTION, waveOf([sampleTask(1), sampleTask(2)], 1));

      await port.write(EXECUTION, waveOf([again, sampleTask(3)], 2));

      expect(await port.get(EXECUTION, [1, 2, 3].map(sampleKey))).toEqual([again, sampleTask(2), sampleTask(3)]);
    });

    it('keeps the rows of small and of large waves, and gives each once', async () => {
      const { port } = await fresh();
      const waves = [numbers(3), numbers(5_000), numbers(40), numbers(4_500)];
      let first = 0;
      const rows: TaskRow[] = [];
      for (const [wave, own] of waves.entries()) {
        const settled = own.map((n) => sampleTask(first + n));
        await port.write(EXECUTION, waveOf(settled, wave + 1));
        rows.push(...settled);
        first += own.length;
      }

      expect(await everything(port, 1_000)).toEqual(byKey(rows));
      const some = rows.filter((_, n) => n % 97 === 0);
      expect(
        await port.get(
          EXECUTION,
          some.map(({ key }) => key),
        ),
      ).toEqual(some);
    });

    it('makes pages duplicates that a wave corrects, of any wave before, and leaves keys without rows alone', async () => {
      const { port } = await fresh();
      await port.write(
        EXECUTION,
        waveOf(
          numbers(5_000).map((n) => sampleTask(n)),
          1,
        ),
      );
      await port.write(EXECUTION, waveOf([sampleTask(5_000), sampleTask(5_001)], 2));
      const corrections = [3, 4_999, 5_001, 7_777].map((n) => ({ key: sampleKey(n), of: sampleKey(1) }));

      await port.correct(EXECUTION, { wave: 2, corrections });
      await port.correct(EXECUTION, { wave: 2, corrections });
      await port.correct(EXECUTION, { wave: 3, corrections: [] });

      const rows = await everything(port, 1_000);
      const duplicates = rows.filter(({ outcome }) => outcome.type === 'duplicate');
      expect(rows).toHaveLength(5_002);
      expect(duplicates).toEqual(
        byKey([3, 4_999, 5_001].map((n) => sampleTask(n, { outcome: { type: 'duplicate', of: sampleKey(1) } }))),
      );
      expect(await port.get(EXECUTION, [sampleKey(4_999), sampleKey(7_777)])).toEqual([
        sampleTask(4_999, { outcome: { type: 'duplicate', of: sampleKey(1) } }),
        null,
      ]);
    });

    it('shows rows to everyone when write has returned', async () => {
      const fixture = await fresh();
      const rival = fixture.rival();

      await fixture.port.write(EXECUTION, waveOf([sampleTask(1)]));

      expect(await rival.get(EXECUTION, [sampleKey(1)])).toEqual([sampleTask(1)]);
      expect((await rival.list(EXECUTION, 10)).rows).toEqual([sampleTask(1)]);
    });

    it('loses no row of rivals that write at once, overlapping', async () => {
      const fixture = await fresh();

      await Promise.all(
        rivals(fixture).map((rival, i) =>
          rival.write(
            EXECUTION,
            waveOf(
              numbers(120).map((n) => sampleTask(i * 60 + n)),
              i + 1,
            ),
          ),
        ),
      );

      expect(byKey(await everything(fixture.port, 500))).toEqual(
        byKey(numbers(16 * 60 + 60).map((n) => sampleTask(n))),
      );
    });

    it('lists each row exactly once in one fixed order, for any page size', async () => {
      const { port } = await fresh();
      await port.write(EXECUTION, waveOf(numbers(1_203).map((n) => sampleTask(n))));

      const orders = await Promise.all([
        everything(port, 7),
        everything(port, 100),
        everything(port, 1_000),
        everything(port, 5_000),
      ]);

      for (const order of orders) {
        expect(order).toHaveLength(1_203);
        expect(order.map(({ key }) => key)).toEqual(orders[0]?.map(({ key }) => key));
      }
      expect(byKey(orders[0] ?? [])).toEqual(byKey(numbers(1_203).map((n) => sampleTask(n))));
    });

    it('gives no page more rows than asked, and never more than 1,000', async () => {
      const { port } = await fresh();
      await port.write(EXECUTION, waveOf(numbers(1_100).map((n) => sampleTask(n))));

      expect((await port.list(EXECUTION, 3)).rows).toHaveLength(3);
      expect((await port.list(EXECUTION, 100_000)).rows.length).toBeLessThanOrEqual(1_000);
    });

    it('ends the list with null also when the rows fill the last page', async () => {
      const { port } = await fresh();
      await port.write(EXECUTION, waveOf(numbers(20).map((n) => sampleTask(n))));

      const rows = await everything(port, 10);

      expect(rows).toHaveLength(20);
      expect(await port.list(OTHER_EXECUTION, 10)).toEqual({ rows: [], next: null });
    });

    it('keeps the rows of executions apart, and clears one of them only', async () => {
      const { port } = await fresh();
      await port.write(EXECUTION, waveOf(numbers(600).map((n) => sampleTask(n))));
      await port.write(OTHER_EXECUTION, waveOf([sampleTask(1, { rank: 9 })]));

      await port.clear(EXECUTION);
      await port.clear(EXECUTION);

      expect(await everything(port, 100)).toEqual([]);
      expect(await port.get(EXECUTION, [sampleKey(1)])).toEqual([null]);
      expect((await port.list(OTHER_EXECUTION, 10)).rows).toEqual([sampleTask(1, { rank: 9 })]);
    });
  });
}

const byKey = (rows: readonly TaskRow[]): TaskRow[] => rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));

async function everything(index: TaskIndex, limit: number): Promise<TaskRow[]> {
  const rows: TaskRow[] = [];
  let next: string | null = null;
  do {
    const page = await index.list(EXECUTION, limit, ...(next === null ? [] : [next]));
    rows.push(...page.rows);
    next = page.next;
  } while (next !== null);
  return rows;
}
