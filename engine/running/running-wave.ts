import type { Archive } from '#core/archive/archive.ts';
import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { doneIn } from '#core/archive/done-tasks.ts';
import { CHUNK_SUFFIX, unitPrefix } from '#core/archive/object-keys.ts';
import type { Plan, PlanTask, PlanUnit } from '#core/archive/plan.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import { taskRowOf } from '#core/frontier/wave/task-row.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { rawLines } from '#engine/frontier/lines/line-files.ts';
import { type ChunkOpening, readOpening } from '#engine/running/chunk-opening.ts';

/**
 * A task of the running wave whose outcome is durable and not settled: the end of the wave may
 * still make a duplicate of a page.
 */
export interface ReportedTask {
  /** Row of the task once it is settled, unless it turns out to be a duplicate. */
  readonly row: TaskRow;
  readonly line: OutcomeLine;
  /** Place of the line among the outcomes of its chunk. */
  readonly place: number;
}

/** The place of a line in a unit's part of the plan begins behind `{"key":"`. */
const KEY_AT = 8;
const KEY_DIGITS = 32;

/**
 * Durable work of the running wave's units: chunks that no manifest lists yet. Reads nothing of
 * other waves, and of a unit its list of objects, its part of the plan and the first kilobytes of
 * the chunks that are looked at; each once.
 */
export class RunningWave {
  readonly #archive: Archive;
  readonly #row: Execution;
  #plan: Promise<Plan | null> | null = null;
  readonly #chunks = new Map<number, Promise<readonly string[]>>();
  readonly #openings = new Map<string, Promise<ChunkOpening>>();
  /** Tasks of the unit that was requested last. */
  #tasks: { readonly unit: number; readonly byKey: Promise<ReadonlyMap<string, string>> } | null = null;

  constructor(archive: Archive, row: Execution) {
    this.#archive = archive;
    this.#row = row;
  }

  /** Units of the wave; none when no wave runs. */
  async units(): Promise<readonly PlanUnit[]> {
    return (await this.plan())?.units ?? [];
  }

  plan(): Promise<Plan | null> {
    const { plan } = this.#row;
    this.#plan ??= plan === null ? Promise.resolve(null) : readJson<Plan>(this.#archive, plan, 'units');
    return this.#plan;
  }

  /** Base names of a unit's chunks, oldest first: one list request. */
  chunks(unit: number): Promise<readonly string[]> {
    const known = this.#chunks.get(unit) ?? this.#listed(unit);
    this.#chunks.set(unit, known);
    return known;
  }

  /**
   * Chunks of the unit that say what they settle: those of versions that did not are shown when
   * their wave is settled.
   */
  async shownChunks(unit: number): Promise<readonly string[]> {
    const chunks = await this.chunks(unit);
    const last = chunks.at(-1);
    return last === undefined || (await this.#opening(last)).head.done === undefined ? [] : chunks;
  }

  /**
   * Tells of a place in the unit's part of the plan whether this chunk or one before it settles the
   * task there.
   */
  async doneBy(base: string): Promise<(place: number) => boolean> {
    return doneIn((await this.#opening(base)).head.done ?? '');
  }

  /** The tasks that a chunk settles, without sitemaps, in the order of its lines. */
  async reported(unit: PlanUnit, base: string): Promise<ReportedTask[]> {
    const [{ outcomes }, tasks] = await Promise.all([this.#opening(base), this.#tasksOf(unit)]);
    return outcomes.flatMap((line, place) => {
      const text = tasks.get(line.key);
      if (text === undefined || line.outcome.type === 'deferred') return [];
      const task = JSON.parse(text) as PlanTask;
      if (task.sitemap !== undefined) return [];
      return [{ row: taskRowOf({ task, line, chunk: base, outcome: line.outcome }), line, place }];
    });
  }

  /**
   * The task of a key, if a durable chunk settles it. Chunks say what those before them settle, so
   * a unit's are halved until the one is found: of 200 chunks eight are looked at.
   */
  async find(key: string): Promise<ReportedTask | null> {
    const plan = await this.plan();
    if (plan === null) return null;
    const bytes = Buffer.from(await this.#archive.get(plan.tasks));
    const at = bytes.indexOf(`{"key":"${key}"`);
    const unit = plan.units.find(({ offset, bytes: length }) => at >= offset && at < offset + length);
    if (unit === undefined) return null;
    const chunks = await this.shownChunks(unit.unit);
    const place = linesWithin(bytes, unit.offset, at);
    let [from, to] = [0, chunks.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((await this.doneBy(chunks[middle] ?? ''))(place)) to = middle;
      else from = middle + 1;
    }
    const base = chunks[from];
    const reported = base === undefined ? [] : await this.reported(unit, base);
    return reported.find(({ row }) => row.key === key) ?? null;
  }

  #opening(base: string): Promise<ChunkOpening> {
    const known = this.#openings.get(base) ?? readOpening(this.#archive, base);
    this.#openings.set(base, known);
    return known;
  }

  async #listed(unit: number): Promise<readonly string[]> {
    const { id, wave } = this.#row;
    const bases: string[] = [];
    for await (const { key } of this.#archive.list(unitPrefix(id, wave, unit))) {
      if (key.endsWith(CHUNK_SUFFIX.lines)) bases.push(key.slice(0, -CHUNK_SUFFIX.lines.length));
    }
    return bases;
  }

  /** Lines of the plan by their keys. */
  #tasksOf(unit: PlanUnit): Promise<ReadonlyMap<string, string>> {
    if (this.#tasks?.unit !== unit.unit) this.#tasks = { unit: unit.unit, byKey: this.#readTasks(unit) };
    return this.#tasks.byKey;
  }

  async #readTasks({ offset, bytes }: PlanUnit): Promise<ReadonlyMap<string, string>> {
    const plan = await this.plan();
    if (plan === null) return new Map();
    const lines = rawLines(await this.#archive.range(plan.tasks, offset, bytes));
    return new Map([...lines].map((line) => [line.slice(KEY_AT, KEY_AT + KEY_DIGITS), line]));
  }
}

function linesWithin(bytes: Buffer, from: number, to: number): number {
  let lines = 0;
  for (let end = bytes.indexOf(10, from); end >= 0 && end < to; end = bytes.indexOf(10, end + 1)) lines += 1;
  return lines;
}
