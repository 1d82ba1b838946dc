import { describe, expect, it } from 'vitest';
import type { Counts, Execution } from '#core/execution/execution.ts';
import { NO_COUNTS } from '#core/frontier/ledger.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { liveCounts, liveWorks, NO_LIVE_WORK, pagesOf } from '#engine/overview/live-work.ts';
import { sampleExecution } from '#test/contract/samples.ts';
import { MemoryUnitStore } from '#test/fakes/memory/memory-unit-store.ts';

const COUNTS: Counts = {
  ...structuredClone(NO_COUNTS),
  discovered: 100,
  stored: 10,
  notModified: 5,
  failed: { dns: 2 },
  pending: 83,
};
const LIVE = { units: 1, fetched: 40, stored: 30, failed: 4, bytes: 900 };

const idOf = (n: number) => ExecutionId.parse(`x${String(n).padStart(13, '0')}`);

/** Running executions, each with a running first unit. */
async function running(count: number, units: number): Promise<{ rows: Execution[]; store: MemoryUnitStore }> {
  const store = new MemoryUnitStore();
  const rows = Array.from({ length: count }, (_, n) => {
    const answer = { type: 'crawl', wave: 1, plan: 'p', units, memoryMb: 256 } as const;
    return sampleExecution({ id: idOf(n), wave: 1, plan: 'p', answer });
  });
  for (const { id } of rows) {
    await store.begin({ execution: id, wave: 1, unit: 0 }, 'token', 1);
    await store.beat({ execution: id, wave: 1, unit: 0 }, 'token', { now: 2, live: { ...LIVE, waiting: [] } });
  }
  return { rows, store };
}

describe('the work of a wave that runs', () => {
  it('is part of the one count of stored pages', () => {
    expect(pagesOf(COUNTS, LIVE)).toBe(45);
    expect(pagesOf(COUNTS, NO_LIVE_WORK)).toBe(15);
  });

  it('leaves a ledger that adds up', () => {
    const shown = liveCounts(COUNTS, LIVE);

    expect(shown).toMatchObject({ stored: 40, failed: { dns: 2, 'not settled': 4 }, pending: 49 });
    expect(shown.stored + shown.notModified + 6 + shown.pending).toBe(COUNTS.discovered);
    expect(liveCounts(COUNTS, NO_LIVE_WORK)).toBe(COUNTS);
  });

  it('is looked at for each execution of a list', async () => {
    const { rows, store } = await running(3, 8);
    const ended = sampleExecution({ id: idOf(9), answer: null });

    const works = await liveWorks(store, [ended, ...rows]);

    expect(works).toEqual([NO_LIVE_WORK, LIVE, LIVE, LIVE]);
  });

  it.each([
    [30, 8, 10],
    [3, 600, 1],
    [1, 1_000, 1],
  ])('is bounded in a list: of %i executions with %i units each, %i are looked at', async (count, units, looked) => {
    const { rows, store } = await running(count, units);

    const works = await liveWorks(store, rows);

    expect(works.filter(({ stored }) => stored > 0)).toHaveLength(looked);
  });
});
