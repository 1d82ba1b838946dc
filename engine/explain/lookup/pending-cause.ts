import type { Archive } from '#core/archive/archive.ts';
import { type Execution, LimitName } from '#core/execution/execution.ts';
import type { PendingCause } from '#core/execution/explanation.ts';
import { PageBudget } from '#core/frontier/budget/page-budget.ts';
import { cashInPages } from '#core/frontier/cash.ts';
import { type Frontier, HostTable } from '#core/frontier/frontier.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { type DelayPer, paceKeys } from '#core/politeness/hosts/pace-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Limits } from '#core/workflow/limits.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { cashAtCut } from '#engine/explain/lookup/cash-at-cut.ts';
import type { PendingPlace } from '#engine/explain/lookup/pending-place.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';

export interface CauseQuestion {
  readonly row: Execution;
  readonly head: Frontier;
  /** Limits in force. */
  readonly limits: Limits;
  readonly place: PendingPlace;
  /** Has a worker begun its unit? */
  readonly begun: boolean;
  /** Wait of that worker before it sends a request to the task's host; null: none. */
  readonly waiting: { readonly cause: string; readonly until: number } | null;
  readonly now: number;
  readonly order: Workflow['order'];
  readonly delayPer: DelayPer;
}

/**
 * Reason why a task has no outcome yet: the limit that keeps it, what it waits for, or whose turn
 * comes before.
 */
export async function pendingCause(archive: Archive, question: CauseQuestion): Promise<PendingCause> {
  const { place, row, now } = question;
  const { where, before, task } = place;
  const pending = { where, before, until: null, limit: null, cash: null };
  if (where === 'plan') {
    const { begun, waiting } = question;
    const words = begun ? 'a worker crawls its unit now' : 'its unit has not begun yet';
    if (!begun || waiting === null) return { ...pending, cause: `in wave ${row.wave}: ${words}` };
    const cause = `in wave ${row.wave}: its worker waits for the host: ${waiting.cause}`;
    return { ...pending, until: isoTime(waiting.until), cause };
  }
  const table = HostTable.parse(await readJson<HostTable>(archive, question.head.hosts, 'names'));
  const limit = heldBy(question, table);
  const due = task.notBefore ?? 0;
  if (due > now) return { ...pending, limit, until: isoTime(due), cause: task.cause ?? 'deferred' };
  if (limit !== null) {
    const cash = await cashOf(archive, question, limit);
    return { ...pending, limit, cash, cause: `the limit of ${limit} keeps it` };
  }
  if (row.status === 'paused' || row.status === 'stopped')
    return { ...pending, cause: `the execution is ${row.status}` };
  if (row.status === 'failed') return { ...pending, cause: 'the execution failed' };
  const slow = where === 'list' ? notBeforeOf(table, question) : 0;
  if (slow > now) return { ...pending, until: isoTime(slow), cause: 'its host requires long pauses' };
  return { ...pending, cause: turnOf(place) };
}

/** Cash of the task and at the limit's cut; null if the limit does not cut by cash. */
async function cashOf(
  archive: Archive,
  { head, place, order }: CauseQuestion,
  limit: LimitName,
): Promise<PendingCause['cash']> {
  const { task, where } = place;
  if (order !== 'importance' || where !== 'list' || task.sitemap !== undefined) return null;
  const host = limit === 'pagesPerHost' ? hostKeyOf(task.url as CrawlUrl) : null;
  const cut = await cashAtCut(archive, head, { level: task.level, host });
  return { own: cashInPages(task.cash ?? 0), cut: cut === null ? null : cashInPages(cut) };
}

function turnOf({ where, before, task }: PendingPlace): string {
  if (task.group !== undefined) return 'its worker died: Surf tries it again in a smaller unit';
  if (where === 'carry') return 'left over by a wave: the next one takes it';
  if (where === 'parked') return 'deferred: Surf tries it while it crawls deeper levels';
  return before === 0 || before === null ? 'it is the next of its host' : `${before} tasks of its host come before it`;
}

/** The limit that keeps it from a slot; of an ended execution also the one that ended it. */
function heldBy({ row, head, limits, place }: CauseQuestion, table: HostTable): LimitName | null {
  const { task } = place;
  if (task.sitemap !== undefined) return endedBy(row);
  const room = new PageBudget(limits, {
    total: head.counts.stored + head.counts.notModified,
    byLevel: new Map(head.levels.map((level) => [level.level, level.stored + level.notModified])),
    byHost: new Map(table.names.map((name, i) => [name, table.pages[i] ?? 0])),
  });
  const hadSlot = place.where !== 'list' && task.fresh === undefined;
  return (hadSlot ? null : room.holder(task.level, hostKeyOf(task.url as CrawlUrl))) ?? endedBy(row);
}

const endedBy = ({ status, reason }: Execution): LimitName | null =>
  status === 'limited' ? (LimitName.safeParse(reason).data ?? null) : null;

/** Earliest time of the next request to a host of its queue. */
function notBeforeOf({ names, notBefore }: HostTable, { place, delayPer }: CauseQuestion): number {
  const queueOf = paceKeys(delayPer);
  const queue = queueOf(hostKeyOf(place.task.url as CrawlUrl));
  return names.reduce((most, name, i) => (queueOf(name) === queue ? Math.max(most, notBefore[i] ?? 0) : most), 0);
}

const isoTime = (at: number): string => new Date(at).toISOString();
