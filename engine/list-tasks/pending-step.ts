import type { PlanTask, PlanUnit } from '#core/archive/plan.ts';
import { isOver } from '#core/execution/execution.ts';
import type { TaskCursor } from '#core/execution/task-cursor.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { firstLines } from '#core/frontier/wave/level-index.ts';
import { isSettledState } from '#core/model/outcome.ts';
import { numbers, readJson } from '#engine/frontier/crawl-state.ts';
import { listObjects, type OpenList, openList } from '#engine/frontier/lines/level-list.ts';
import { partLines } from '#engine/list-tasks/part-lines.ts';
import type { PendingTask } from '#engine/list-tasks/pending-tasks.ts';
import { partOf } from '#engine/list-tasks/reported-step.ts';
import type { StepSource, TaskStep } from '#engine/list-tasks/task-step.ts';
import { pendingDraft, settledDraft } from '#engine/list-tasks/task-view.ts';

/** Tasks of one step: each is looked up, in case it has settled meanwhile. */
const MOST_TASKS = 500;

type PendingCursor = Extract<TaskCursor, { phase: 'pending' }>;

/**
 * A stretch of PlanTask lines: a unit of the wave, carry, parked, or the rest of a level list
 * behind its cursors.
 */
interface Part {
  readonly object: string;
  readonly from: number;
  readonly until: number;
  readonly state: PendingTask['state'];
  /** Tells of a byte behind a line whether that line is still to come; absent: all are. */
  readonly list?: OpenList;
  /** Is it a unit of the wave? */
  readonly planned?: PlanUnit;
}

/** URLs without outcome: a part of one stretch, in the order in which they will be crawled. */
export async function pendingStep(source: StepSource, cursor: PendingCursor): Promise<TaskStep> {
  const { archive, row, settled, running, filter } = source;
  const units = await running.units();
  const nextPart = partOf(row.wave, cursor.part + 1, units);
  if (filter.state !== undefined && isSettledState(filter.state)) {
    return { tasks: [], next: cursor.part < units.length ? nextPart : null };
  }
  const head = row.frontier === null ? null : await readJson<Frontier>(archive, row.frontier, 'lists');
  const part = head === null ? null : await partAt(source, head, cursor.part);
  if (part === null) return { tasks: [], next: null };
  const { lines, last } = await partLines(archive, part.object, part.from + cursor.at, part.until);
  const first = cursor.line ?? 0;
  const behind = (n: number): TaskCursor =>
    last && n === lines.length
      ? nextPart
      : { ...cursor, at: (lines[n - 1]?.end ?? part.from) - part.from, line: first + n };
  const isAhead = part.list === undefined ? () => true : aheadIn(part.list);
  const isGiven = await givenIn(source, part, cursor.chunks ?? 0);
  const waiting = lines.flatMap(({ text, end }, i) =>
    isAhead(end) && !isGiven(first + i) ? [{ task: JSON.parse(text) as PlanTask, place: i }] : [],
  );
  const tasks = waiting.filter(({ task }) => task.sitemap === undefined);
  const taken = tasks.slice(0, MOST_TASKS);
  const rows = row.plan === null ? [] : await settled.get(taken.map(({ task }) => task.key));
  const drafts = taken.map(({ task, place }, i) => {
    const done = rows[i] ?? null;
    const draft = done === null ? pendingDraft({ task, state: part.state }) : settledDraft(done);
    return { draft, next: behind(place + 1) };
  });
  const cut = tasks.length > MOST_TASKS ? (drafts.at(-1)?.next ?? nextPart) : behind(lines.length);
  return { tasks: drafts, next: lines.length === 0 && last ? nextPart : cut };
}

/**
 * Tells of a place of a unit's plan whether its first chunks, which were listed before, settle the
 * task there.
 */
async function givenIn(
  { running }: StepSource,
  { planned }: Part,
  chunks: number,
): Promise<(place: number) => boolean> {
  const base = planned === undefined ? undefined : (await running.chunks(planned.unit))[chunks - 1];
  return base === undefined ? () => false : await running.doneBy(base);
}

/** The n-th stretch; null after the last. */
async function partAt({ archive, units, row, running }: StepSource, head: Frontier, n: number): Promise<Part | null> {
  const state = isOver(row) ? 'interrupted' : 'scheduled';
  let place = n;
  const plan = await running.plan();
  if (plan !== null) {
    const unit = plan.units[place];
    if (unit !== undefined) {
      const begun = (await units.rows(row.id, plan.wave, [unit.unit])).some(({ died }) => !died);
      const own = isOver(row) ? 'interrupted' : begun ? 'active' : 'scheduled';
      return { object: plan.tasks, from: unit.offset, until: unit.offset + unit.bytes, state: own, planned: unit };
    }
    place -= plan.units.length;
  }
  const files = [head.carry, head.parked].filter((file) => file !== null);
  const file = files[place];
  if (file !== undefined) return whole(file.object, state);
  const ref = head.lists[place - files.length];
  if (ref === undefined) return null;
  const cursors = head.cursors === null ? new Uint32Array(0) : numbers(await archive.get(head.cursors));
  return { ...whole(listObjects(ref.list).tasks, state), list: await openList(archive, ref, cursors) };
}

const whole = (object: string, state: PendingTask['state']): Part => ({
  object,
  from: 0,
  until: Number.MAX_SAFE_INTEGER,
  state,
});

/** Tells of lines in their order whether the one that ends at this byte is not yet in a wave. */
function aheadIn(list: OpenList): (end: number) => boolean {
  const first = firstLines(list.index, list.hosts.length);
  let [line, bytes, host] = [-1, 0, 0];
  return (end) => {
    while (bytes < end && line + 1 < list.index.length.length) {
      line += 1;
      bytes += list.index.length[line] ?? 0;
    }
    while (host + 1 < list.hosts.length && line >= (first[host + 1] ?? 0)) host += 1;
    return line - (first[host] ?? 0) >= (list.taken[host] ?? 0);
  };
}
