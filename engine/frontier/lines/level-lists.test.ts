import { describe, expect, it } from 'vitest';
import type { PlanTask } from '#core/archive/plan.ts';
import { LevelLists } from '#engine/frontier/lines/level-lists.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { planTask } from '#test/fakes/plan-task.ts';

const taskOn = (hosts: number, rank: number): PlanTask =>
  planTask(rank, { url: `http://h${rank % hosts}.example/${rank}`, level: 1 });

/** Tasks of each list of a level. */
async function sizes(tasks: number, hosts: number): Promise<number[]> {
  const made = new LevelLists(new MemoryArchive(), { keyOf: (level) => `levels/${level}/` });
  for (let rank = 1; rank <= tasks; rank++) await made.add(taskOn(hosts, rank));
  const lists = await made.finish();
  expect(lists.map(({ list }) => list)).toEqual(lists.map((_, n) => `levels/1/${n === 0 ? '' : `${n}-`}`));
  return lists.map((list) => list.tasks);
}

describe('the lists of a level', () => {
  it('are full with 100,000 tasks, so that a wave of 20,000 reads little that it leaves', async () => {
    expect(await sizes(210_000, 100)).toEqual([100_000, 100_000, 10_000]);
  });

  it('are full later where they have many hosts: with sixteen tasks a host', async () => {
    expect(await sizes(161_000, 10_000)).toEqual([160_000, 1_000]);
  });
});
