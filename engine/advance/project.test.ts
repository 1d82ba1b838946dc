import { describe, expect, it } from 'vitest';
import type { Manifest } from '#core/archive/manifest.ts';
import type { RowsOfWave } from '#core/execution/task-index.ts';
import { project } from '#engine/advance/project.ts';
import { linesOf } from '#engine/frontier/lines/line-files.ts';
import { EXECUTION, sampleExecution, sampleKey, sampleTask } from '#test/contract/samples.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { CountingArchive } from '#test/fakes/memory/counting-archive.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';

/** What a closed wave settled: numbers of tasks, and pairs of a duplicate and its page. */
interface ClosedWave {
  readonly rows?: readonly number[];
  readonly corrections?: readonly (readonly [number, number])[];
}

class Tasks extends MemoryTaskIndex {
  /** Rows of each part that was written. */
  readonly parts: number[] = [];
  /** Called before each write, and before each part of one is read. */
  before: () => Promise<void> = async () => {};

  override async write(...[execution, rows]: Parameters<MemoryTaskIndex['write']>): Promise<void> {
    await this.before();
    await super.write(execution, { ...rows, parts: this.#watched(rows.parts) });
  }

  override async correct(...[execution, corrections]: Parameters<MemoryTaskIndex['correct']>): Promise<void> {
    await this.before();
    await super.correct(execution, corrections);
  }

  async *#watched(parts: RowsOfWave['parts']): RowsOfWave['parts'] {
    for await (const rows of parts) {
      await this.before();
      this.parts.push(rows.length);
      yield rows;
    }
  }
}

class Bench {
  readonly archive = new CountingArchive();
  readonly catalog = new MemoryCatalog();
  readonly tasks = new Tasks();
  readonly clock = new FakeClock();
  #waves = 0;
  #last: string | null = null;

  /** A committed history of which nothing is projected. */
  static async of(...waves: ClosedWave[]): Promise<Bench> {
    const bench = new Bench();
    await bench.catalog.createExecution(sampleExecution({ wave: 0, manifest: null, projected: 0 }));
    for (const wave of waves) await bench.commit(wave);
    return bench;
  }

  async commit({ rows, corrections }: ClosedWave): Promise<void> {
    const wave = this.#waves++;
    const file = async (name: string, values: readonly unknown[] | undefined) => {
      if (values === undefined) return null;
      await this.archive.put(`${wave}/${name}`, linesOf(values));
      return { object: `${wave}/${name}`, rows: values.length };
    };
    const manifest: Manifest = {
      v: 1,
      execution: EXECUTION,
      wave,
      closedAt: 1_000 + wave,
      previous: this.#last,
      plan: null,
      chunks: [],
      settled: await file(
        'settled',
        rows?.map((n) => sampleTask(n)),
      ),
      corrections: await file(
        'corrections',
        corrections?.map(([key, of]) => ({ key: sampleKey(key), of: sampleKey(of) })),
      ),
      levels: [],
      died: 0,
      text: `wave ${wave}`,
    };
    this.#last = `${wave}/manifest`;
    await this.archive.put(this.#last, [Buffer.from(JSON.stringify(manifest))]);
    const row = await this.catalog.execution(EXECUTION);
    const { wave: before, run, desired, status } = row;
    const change = { ...row, wave: wave + 1, manifest: this.#last };
    expect(await this.catalog.commit(EXECUTION, { wave: before, run, desired, status }, change)).toBe('committed');
  }

  project(): Promise<void> {
    return project(this, EXECUTION);
  }

  /** URL → outcome, in words. */
  async outcomes(): Promise<Record<string, string>> {
    const { rows } = await this.tasks.list(EXECUTION, 100_000);
    return Object.fromEntries(
      rows.map(({ url, outcome }) => [
        url.replace('https://example.org/', ''),
        outcome.type === 'duplicate' ? `duplicate of ${outcome.of.slice(0, 8)}` : outcome.type,
      ]),
    );
  }

  async events(): Promise<string[]> {
    return (await this.catalog.events(EXECUTION, 100)).map(({ seq, type, at, text }) => `${seq} ${type} ${at} ${text}`);
  }

  async cursor(): Promise<number> {
    return (await this.catalog.execution(EXECUTION)).projected;
  }
}

const duplicateOf = (n: number): string => `duplicate of ${sampleKey(n).slice(0, 8)}`;

const HISTORY: readonly ClosedWave[] = [{}, { rows: [1, 2] }, { rows: [3], corrections: [[2, 1]] }, {}];

const EXPECTED = { 1: 'stored', 2: duplicateOf(1), 3: 'stored' };

const EVENTS = ['1 started 1000 wave 0', '2 closed 1001 wave 1', '3 closed 1002 wave 2', '4 closed 1003 wave 3'];

describe('project', () => {
  it('writes rows, corrections and events of all closed waves, in order, and moves the cursor behind them', async () => {
    const bench = await Bench.of(...HISTORY);

    await bench.project();

    expect(await bench.outcomes()).toEqual(EXPECTED);
    expect([await bench.events(), await bench.cursor()]).toEqual([EVENTS, 4]);
  });

  it('does nothing when nothing is behind: it reads no object', async () => {
    const bench = await Bench.of(...HISTORY);
    await bench.project();
    bench.archive.take();

    await bench.project();

    expect(bench.archive.take().requests).toBe(0);
    expect(await bench.events()).toEqual(EVENTS);
  });

  it('comes to the same from any cursor, however often', async () => {
    for (const cursor of [0, 1, 2, 3, 4]) {
      const bench = await Bench.of(...HISTORY.slice(0, cursor));
      await bench.project();
      await bench.project();
      for (const wave of HISTORY.slice(cursor)) await bench.commit(wave);

      await bench.project();

      expect(await bench.outcomes(), `cursor ${cursor}`).toEqual(EXPECTED);
      expect([await bench.events(), await bench.cursor()], `cursor ${cursor}`).toEqual([EVENTS, 4]);
    }
  });

  it('continues after a crash at any write, without losing or doubling anything', async () => {
    for (let writes = 0; ; writes++) {
      const bench = await Bench.of(...HISTORY);
      let left = writes;
      bench.tasks.before = async () => {
        if (left-- === 0) throw new Error('crash');
      };
      const crashed = await bench.project().then(
        () => false,
        () => true,
      );
      if (!crashed) break;

      await bench.project();

      expect(await bench.outcomes(), `write ${writes}`).toEqual(EXPECTED);
      expect([await bench.events(), await bench.cursor()], `write ${writes}`).toEqual([EVENTS, 4]);
    }
  });

  it('reads the rows of a wave in the order of their keys, at most 500 at a time, and says how many there are', async () => {
    const bench = await Bench.of({ rows: Array.from({ length: 1_250 }, (_, n) => n) });
    const counts: number[] = [];
    const write = bench.tasks.write.bind(bench.tasks);
    bench.tasks.write = async (execution, rows) => {
      counts.push(rows.count);
      await write(execution, rows);
    };

    await bench.project();

    expect([counts, bench.tasks.parts]).toEqual([[1_250], [500, 500, 250]]);
    expect(Object.keys(await bench.outcomes())).toHaveLength(1_250);
  });

  it('corrects only rows that are there', async () => {
    const bench = await Bench.of({
      rows: [1],
      corrections: [
        [1, 7],
        [8, 7],
      ],
    });

    await bench.project();

    expect(await bench.outcomes()).toEqual({ 1: duplicateOf(7) });
  });

  it('an advance that was overtaken while it projected does not undo what later waves corrected', async () => {
    const bench = await Bench.of({}, { rows: [1, 2] });
    let overtaken = false;
    bench.tasks.before = async () => {
      if (overtaken) return;
      overtaken = true;
      await bench.commit({ rows: [3], corrections: [[2, 1]] });
      await bench.project(); // the next run does both waves; then the slow one writes what it had read
    };

    await bench.project();

    expect(await bench.outcomes()).toEqual(EXPECTED);
    expect(await bench.cursor()).toBe(3);
  });
});
