import type { Archive } from '#core/archive/archive.ts';
import type { Plan, PlanTask } from '#core/archive/plan.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { FileRef, Frontier, ListRef } from '#core/frontier/frontier.ts';
import { firstLines } from '#core/frontier/wave/level-index.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { numbers, readJson } from '#engine/frontier/crawl-state.ts';
import { listObjects, openList } from '#engine/frontier/lines/level-list.ts';
import type { MergedLists } from '#engine/frontier/wave-log.ts';

/** Read together, of the tasks of one host. */
const PART_BYTES = 64 * 1024 * 1024;

/** A task without outcome, and the place where it waits. */
export interface PendingPlace {
  readonly task: PlanTask;
  readonly where: 'plan' | 'carry' | 'parked' | 'list';
  /** Unit of the plan. */
  readonly unit: number | null;
  /** Tasks of its host that come before it in its list. */
  readonly before: number | null;
}

export interface PendingQuestion {
  readonly key: string;
  /** URL with the task's host: lists are grouped by it. */
  readonly url: CrawlUrl;
  /** Lists in which it may be. */
  readonly lists: readonly MergedLists[];
}

/**
 * Finds a pending task: in the plan of the wave that is crawled, among what was left over or
 * parked, or behind the cursor of its level's list. Each of these is read once, of a list the index
 * and the stretch of the task's host.
 */
export async function pendingPlace(
  archive: Archive,
  { row, head }: { readonly row: Execution; readonly head: Frontier },
  question: PendingQuestion,
): Promise<PendingPlace | null> {
  return (
    (await inPlan(archive, row, question.key)) ??
    (await inFile(archive, head.carry, { key: question.key, where: 'carry' })) ??
    (await inFile(archive, head.parked, { key: question.key, where: 'parked' })) ??
    (await inLists(archive, head, question))
  );
}

async function inPlan(archive: Archive, row: Execution, key: string): Promise<PendingPlace | null> {
  if (row.plan === null) return null;
  const plan = await readJson<Plan>(archive, row.plan, 'units');
  const found = lineOf(await archive.get(plan.tasks), key);
  if (found === null) return null;
  const { unit = null } = plan.units.find(({ offset, bytes }) => found.at >= offset && found.at < offset + bytes) ?? {};
  return { task: found.task, where: 'plan', unit, before: null };
}

async function inFile(
  archive: Archive,
  file: FileRef | null,
  { key, where }: { key: string; where: 'carry' | 'parked' },
): Promise<PendingPlace | null> {
  const found = file === null ? null : lineOf(await archive.get(file.object), key);
  return found === null ? null : { task: found.task, where, unit: null, before: null };
}

async function inLists(archive: Archive, head: Frontier, question: PendingQuestion): Promise<PendingPlace | null> {
  const names = new Set(question.lists.map(({ list }) => list));
  const refs = head.lists.filter(({ list }) => names.has(list));
  if (refs.length === 0) return null;
  const cursors = head.cursors === null ? new Uint32Array(0) : numbers(await archive.get(head.cursors));
  for (const ref of refs) {
    const found = await inList(archive, { ref, cursors }, question);
    if (found !== null) return found;
  }
  return null;
}

async function inList(
  archive: Archive,
  { ref, cursors }: { ref: ListRef; cursors: Uint32Array },
  { key, url }: PendingQuestion,
): Promise<PendingPlace | null> {
  const { index, hosts, taken } = await openList(archive, ref, cursors);
  const host = hosts.indexOf(hostKeyOf(url));
  if (host < 0) return null;
  const first = firstLines(index, hosts.length);
  let line = (first[host] ?? 0) + (taken[host] ?? 0);
  let offset = sum(index.length, 0, line);
  const end = first[host + 1] ?? 0;
  for (let before = 0; line < end; ) {
    let last = line;
    let bytes = 0;
    for (; last < end && (bytes === 0 || bytes < PART_BYTES); last++) bytes += index.length[last] ?? 0;
    const part = await archive.range(listObjects(ref.list).tasks, offset, bytes);
    const found = lineOf(part, key);
    if (found !== null) {
      before += linesBefore(part, found.at);
      return { task: found.task, where: 'list', unit: null, before };
    }
    before += last - line;
    offset += bytes;
    line = last;
  }
  return null;
}

/** The task of a key among lines in any order, and where its line begins. */
function lineOf(bytes: Uint8Array, key: string): { task: PlanTask; at: number } | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = buffer.indexOf(`{"key":"${key}"`);
  if (at < 0) return null;
  const end = buffer.indexOf(10, at);
  return { task: JSON.parse(buffer.toString('utf8', at, end < 0 ? buffer.length : end)) as PlanTask, at };
}

function linesBefore(bytes: Uint8Array, at: number): number {
  let lines = 0;
  for (let end = bytes.indexOf(10); end >= 0 && end < at; end = bytes.indexOf(10, end + 1)) lines += 1;
  return lines;
}

function sum(lengths: Uint32Array, from: number, to: number): number {
  let bytes = 0;
  for (let i = from; i < to; i++) bytes += lengths[i] ?? 0;
  return bytes;
}
