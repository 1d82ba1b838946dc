import { describe, expect, it } from 'vitest';
import type { PlanTask } from '#core/archive/plan.ts';
import type { ListRef } from '#core/frontier/frontier.ts';
import {
  ListBuilder,
  listObjects,
  type OpenList,
  openList,
  readTasks,
  restOf,
} from '#engine/frontier/lines/level-list.ts';
import { CountingArchive } from '#test/fakes/memory/counting-archive.ts';
import { planTask } from '#test/fakes/plan-task.ts';
import { Dice } from '#test/model/model-web.ts';

const taskOn = (host: string, rank: number, extra = ''): PlanTask =>
  planTask(rank, { url: `http://${host}/${rank}${extra}`, level: 2 });

const hostOf = (task: PlanTask): string => new URL(task.url).hostname;

async function build(archive: CountingArchive, tasks: readonly PlanTask[]): Promise<ListRef> {
  const builder = new ListBuilder(archive, { level: 2, list: 'levels/2/' });
  for (const task of tasks) builder.add(task, hostOf(task));
  const made = await builder.finish();
  if (made === null) throw new Error('an empty list');
  return made;
}

const open = (archive: CountingArchive, ref: ListRef): Promise<OpenList> =>
  openList(archive, ref, new Uint32Array(ref.hosts));

const counts = (list: OpenList, of: Record<string, number>): Uint32Array =>
  Uint32Array.from(list.hosts, (host) => of[host] ?? 0);

const ranks = (tasks: readonly PlanTask[]): number[] => tasks.map(({ rank }) => rank);

describe('a level list', () => {
  it('is grouped by host in the order of first sight, in rank order within a host; the index keeps the ranks', async () => {
    const archive = new CountingArchive();
    const tasks = [...'babcab'].map((host, i) => taskOn(host, i + 1));

    const ref = await build(archive, tasks);

    const list = await open(archive, ref);
    const text = Buffer.from(await archive.get(listObjects(ref.list).tasks)).toString();
    const lines = text.trimEnd().split('\n');
    expect(ref).toEqual({ level: 2, list: 'levels/2/', tasks: 6, hosts: 3, taken: 0, cursor: 0 });
    expect(list.hosts).toEqual(['b', 'a', 'c']);
    expect([...list.index.order]).toEqual([0, 1, 0, 2, 1, 0]);
    expect(ranks(lines.map((line) => JSON.parse(line) as PlanTask))).toEqual([1, 3, 6, 2, 5, 4]);
    expect([...list.index.length]).toEqual(lines.map((line) => Buffer.byteLength(line) + 1));
  });

  it('does not exist when it is empty', async () => {
    const archive = new CountingArchive();

    expect(await new ListBuilder(archive, { level: 0, list: 'x/' }).finish()).toBeNull();
    expect(archive.keys).toEqual([]);
  });

  it('opens with its own part of the cursors', async () => {
    const archive = new CountingArchive();
    const ref = await build(archive, [taskOn('a', 1), taskOn('b', 2)]);

    const list = await openList(archive, { ...ref, cursor: 3 }, Uint32Array.from([9, 9, 9, 1, 0, 9]));

    expect([...list.taken]).toEqual([1, 0]);
  });

  it('gives every task exactly once over many waves, the next of each host, however waves take: 60 lists', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const dice = new Dice(seed);
      const archive = new CountingArchive();
      const hosts = 1 + dice.int(8);
      const made = Array.from({ length: 1 + dice.int(80) }, (_, i) =>
        taskOn(`h${dice.int(hosts)}`, i + 1, dice.pick(['', 'é', 'x'.repeat(200)])),
      );
      const list = await open(archive, await build(archive, made));
      const left = new Map(list.hosts.map((host) => [host, made.filter((task) => hostOf(task) === host)]));
      let read = 0;

      for (let wave = 0; read < made.length; wave++) {
        const take = Object.fromEntries(list.hosts.map((host) => [host, dice.int(1 + (left.get(host)?.length ?? 0))]));
        const expected = list.hosts.flatMap((host) => left.get(host)?.splice(0, take[host]) ?? []);
        const rest: PlanTask[] = [];

        const tasks = await readTasks(archive, [{ list, counts: counts(list, take) }]);

        expect(tasks, `seed ${seed}, wave ${wave}`).toEqual(expected);
        list.hosts.forEach((host, i) => {
          list.taken[i] = (list.taken[i] ?? 0) + (take[host] ?? 0);
        });
        for await (const task of restOf(archive, list)) rest.push(task);
        expect(rest, `seed ${seed}, wave ${wave}`).toEqual([...left.values()].flat());
        read += tasks.length;
      }
    }
  });

  it('reads exactly the bytes of what it takes, in one request where it lies together', async () => {
    const archive = new CountingArchive();
    const list = await open(
      archive,
      await build(
        archive,
        [...'aaabbb'].map((host, i) => taskOn(host, i + 1)),
      ),
    );
    const line = (list.index.length[0] ?? 0) * 1;
    archive.take();

    await readTasks(archive, [{ list, counts: counts(list, { a: 2 }) }]);
    const first = archive.reads;
    archive.take();
    list.taken.set([3, 0]);
    await readTasks(archive, [{ list, counts: counts(list, { b: 1 }) }]);

    expect(first).toEqual([{ key: 'levels/2/tasks.jsonl', offset: 0, bytes: 2 * line }]);
    expect(archive.reads).toEqual([{ key: 'levels/2/tasks.jsonl', offset: 3 * line, bytes: line }]);
  });

  it('reads over small gaps, and makes a separate request behind a large one', async () => {
    const archive = new CountingArchive();
    const pad = 'x'.repeat(1_000);
    const hosts = ['a', 'b', 'c', 'd'];
    const tasks = hosts.flatMap((host, h) =>
      Array.from({ length: host === 'c' ? 100 : 10 }, (_, i) => taskOn(host, 1_000 * (h + 1) + i, pad)),
    );
    const list = await open(archive, await build(archive, tasks));
    archive.take();

    const read = await readTasks(archive, [{ list, counts: counts(list, { a: 1, b: 1, d: 2 }) }]);

    const { requests, bytes } = archive.take();
    expect(ranks(read)).toEqual([1_000, 2_000, 4_000, 4_001]);
    expect(requests).toBe(2); // a and b are 10 KB apart, d lies 100 KB behind them
    expect(bytes).toBeLessThan(20_000);
  });

  it('reads 100 distant hosts with exactly 64 requests in flight, in the order of the file', async () => {
    const archive = new CountingArchive();
    const tasks = Array.from({ length: 100 }, (_, host) =>
      [1, 2].map((i) => taskOn(`h${host}`, 2 * host + i, 'x'.repeat(70_000))),
    );
    const list = await open(archive, await build(archive, tasks.flat()));
    const read = archive.range.bind(archive);
    let inFlight = 0;
    let most = 0;
    archive.range = async (key, offset, bytes) => {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, offset % 7));
      inFlight--;
      return await read(key, offset, bytes);
    };
    archive.take();

    const taken = await readTasks(archive, [{ list, counts: new Uint32Array(100).fill(1) }]);

    expect(most).toBe(64);
    expect(archive.take().requests).toBe(100);
    expect(ranks(taken)).toEqual(tasks.map(([first]) => first?.rank));
  });

  it('sends no further request once one has failed', async () => {
    const archive = new CountingArchive();
    const tasks = Array.from({ length: 100 }, (_, host) =>
      [1, 2].map((i) => taskOn(`h${host}`, 2 * host + i, 'x'.repeat(70_000))),
    );
    const list = await open(archive, await build(archive, tasks.flat()));
    const read = archive.range.bind(archive);
    const failure = Promise.withResolvers<void>();
    const answers: Promise<Uint8Array>[] = [];
    archive.range = (key, offset, bytes) => {
      const answer =
        offset === 0 ? Promise.reject(new Error('throttled')) : failure.promise.then(() => read(key, offset, bytes)); // all others answer after the failure
      answers.push(answer);
      return answer;
    };

    await expect(readTasks(archive, [{ list, counts: new Uint32Array(100).fill(1) }])).rejects.toThrow('throttled');
    failure.resolve();
    await Promise.allSettled(answers);
    await new Promise((resolve) => setImmediate(resolve));

    expect(answers).toHaveLength(64);
  });

  it('reads nothing when nothing is taken', async () => {
    const archive = new CountingArchive();
    const list = await open(archive, await build(archive, [taskOn('a', 1)]));
    archive.take();

    expect(await readTasks(archive, [{ list, counts: counts(list, {}) }])).toEqual([]);
    expect(archive.take()).toEqual({ requests: 0, bytes: 0 });
  });
});
