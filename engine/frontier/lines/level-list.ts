import type { Archive } from '#core/archive/archive.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { ListRef } from '#core/frontier/frontier.ts';
import { decodeLevelIndex, encodeLevelIndex, firstLines, type LevelIndex } from '#core/frontier/wave/level-index.ts';
import type { ListView } from '#core/frontier/wave/select-tasks.ts';
import { GroupedLines } from '#engine/frontier/lines/grouped-lines.ts';
import { parseLines, streamLines } from '#engine/frontier/lines/line-files.ts';

/** Stretches with a smaller gap are read together. */
const GAP_BYTES = 64 * 1024;

/** S3 answers a range in 15 to 60 ms, so one reader at a time would spend the wave on waiting. */
const READS_IN_FLIGHT = 64;

export const listObjects = (list: string): { tasks: string; index: string; hosts: string } => ({
  tasks: `${list}tasks.jsonl`,
  index: `${list}index.bin`,
  hosts: `${list}hosts.json`,
});

export interface ListBuilderOptions {
  readonly level: number;
  /** Common beginning of its object keys. */
  readonly list: string;
}

/**
 * Makes a level list from tasks that come in rank order: groups them by host, and keeps who has
 * which rank in the index.
 */
export class ListBuilder {
  readonly #archive: Archive;
  readonly #options: ListBuilderOptions;
  readonly #lines = new GroupedLines();
  readonly #hosts = new Map<string, number>();

  constructor(archive: Archive, options: ListBuilderOptions) {
    this.#archive = archive;
    this.#options = options;
  }

  /** Tasks that were added. */
  get count(): number {
    return this.#lines.count;
  }

  /** Hosts that have one. */
  get hosts(): number {
    return this.#hosts.size;
  }

  add(task: PlanTask, host: string): void {
    this.#lines.add(this.#placeOf(host), taskLine(task));
  }

  #placeOf(host: string): number {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    const place = this.#hosts.size;
    this.#hosts.set(host, place);
    return place;
  }

  /** @returns the list, nothing of it taken; null when it is empty */
  async finish(): Promise<ListRef | null> {
    const tasks = this.count;
    if (tasks === 0) return null;
    const { list, level } = this.#options;
    const { parts, groups: order, lengths: length } = this.#lines.text();
    const objects = listObjects(list);
    const hosts = Buffer.from(JSON.stringify([...this.#hosts.keys()]));
    await Promise.all([
      this.#archive.put(objects.tasks, parts),
      this.#archive.put(objects.index, encodeLevelIndex({ order, length })),
      this.#archive.put(objects.hosts, [hosts]),
    ]);
    this.#lines.release();
    return { level, list, tasks, hosts: this.#hosts.size, taken: 0, cursor: 0 };
  }
}

/** Encodes a task; most take a third of JSON's time. Keys and numbers need no escaping. */
function taskLine(task: PlanTask): string {
  const { key, url, level, rank, via } = task;
  if (Object.keys(task).length > (via === undefined ? 4 : 5)) return JSON.stringify(task);
  const from = via === undefined ? '' : `,"via":"${via}"`;
  return `{"key":"${key}","url":${JSON.stringify(url)},"level":${level},"rank":${rank}${from}}`;
}

/** A list with its cursors, as planning sees it. */
export interface OpenList extends ListView {
  readonly ref: ListRef;
}

/** @param cursors all cursors of the wave */
export async function openList(archive: Archive, ref: ListRef, cursors: Uint32Array): Promise<OpenList> {
  const objects = listObjects(ref.list);
  const [lines, names] = await Promise.all([archive.get(objects.index), archive.get(objects.hosts)]);
  const index = decodeLevelIndex(lines, ref.tasks);
  const hosts = JSON.parse(Buffer.from(names).toString()) as string[];
  const taken = cursors.slice(ref.cursor, ref.cursor + ref.hosts);
  return { ref, level: ref.level, index, hosts, taken, sitemaps: ref.sitemaps === true };
}

/** A list, and the number of tasks to read of each of its hosts. */
export interface Taking {
  readonly list: OpenList;
  readonly counts: Uint32Array;
}

/**
 * Reads the next `counts[host]` tasks behind the cursor of each host, list after list in the order
 * of the file. At most 64 range requests are in flight; each reader parses its stretch before it
 * reads another.
 */
export async function readTasks(archive: Archive, takings: readonly Taking[]): Promise<PlanTask[]> {
  const stretches = takings.flatMap(({ list, counts }) => stretchesOf(list, counts));
  const tasks: PlanTask[][] = stretches.map(() => []);
  const waiting = waitingOf(stretches);
  const readNext = async (): Promise<void> => {
    for (const [i, stretch] of waiting) tasks[i] = await readStretch(archive, stretch);
  };
  await Promise.all(Array.from({ length: READS_IN_FLIGHT }, readNext));
  return tasks.flat();
}

/** A generator: the reader that fails closes it, so that the others read nothing more. */
function* waitingOf(stretches: readonly Stretch[]): Generator<[number, Stretch], void> {
  yield* stretches.entries();
}

async function readStretch(archive: Archive, stretch: Stretch): Promise<PlanTask[]> {
  const bytes = await archive.range(stretch.object, stretch.offset, stretch.bytes);
  return stretch.parts.flatMap((part) => {
    const from = part.offset - stretch.offset;
    return parseLines<PlanTask>(bytes.subarray(from, from + part.bytes), stretch.object);
  });
}

interface Stretch {
  readonly object: string;
  offset: number;
  bytes: number;
  parts: { offset: number; bytes: number }[];
}

function stretchesOf(list: OpenList, counts: Uint32Array): Stretch[] {
  const first = firstLines(list.index, list.hosts.length);
  const stretches: Stretch[] = [];
  const object = listObjects(list.ref.list).tasks;
  let offset = 0;
  let line = 0;
  for (let host = 0; host < counts.length; host++) {
    const count = counts[host] ?? 0;
    if (count === 0) continue;
    const from = (first[host] ?? 0) + (list.taken[host] ?? 0);
    offset += bytesBetween(list.index, line, from);
    const bytes = bytesBetween(list.index, from, from + count);
    line = from + count;
    const last = stretches.at(-1);
    if (last !== undefined && offset - (last.offset + last.bytes) <= GAP_BYTES) {
      last.parts.push({ offset, bytes });
      last.bytes = offset + bytes - last.offset;
    } else stretches.push({ object, offset, bytes, parts: [{ offset, bytes }] });
    offset += bytes;
  }
  return stretches;
}

function bytesBetween(index: LevelIndex, from: number, to: number): number {
  let bytes = 0;
  for (let line = from; line < to; line++) bytes += index.length[line] ?? 0;
  return bytes;
}

/**
 * Tasks that are still behind the cursors, for lists shown to users: one pass over the file for any
 * number of hosts.
 */
export async function* restOf(archive: Archive, list: OpenList): AsyncGenerator<PlanTask> {
  const first = firstLines(list.index, list.hosts.length);
  let host = 0;
  let line = 0;
  for await (const lines of streamLines(archive, listObjects(list.ref.list).tasks)) {
    for (const text of lines) {
      while (host + 1 < list.hosts.length && line >= (first[host + 1] ?? 0)) host += 1;
      if (line - (first[host] ?? 0) >= (list.taken[host] ?? 0)) yield JSON.parse(text) as PlanTask;
      line += 1;
    }
  }
}
