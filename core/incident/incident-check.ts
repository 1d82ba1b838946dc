import { type Execution, isUnfinished, lateSince } from '#core/execution/execution.ts';
import { NO_WORKER } from '#core/frontier/wave/end-reason.ts';
import { dayOf } from '#core/identity/account-store.ts';
import { type CrawlIncident, type Incident, LASTING, type LastingName } from '#core/incident/incident.ts';
import type { IncidentState, WatchedExecution } from '#core/incident/incident-state.ts';
import type { ExecutionId } from '#core/model/ids.ts';

const DAY_MS = 86_400_000;
/** The list of executions is some moments late, and clocks differ. */
export const LIST_LATE_MS = 120_000;
/** Most executions that a state watches, the running ones first: it is one row. */
const MOST_WATCHED = 2_000;

/** Bounds of the operator. */
export interface IncidentBounds {
  /** Metered USD of all crawls in a day. */
  readonly usdPerDay: number;
  /** Longest time past a deadline (ms). */
  readonly waveMs: number;
}

/** Rows of a deployment at one instant. */
export interface IncidentCheck {
  readonly now: number;
  /**
   * Each execution that is watched, unfinished, or was made since the last check; null: it was
   * deleted.
   */
  readonly rows: ReadonlyMap<ExecutionId, Execution | null>;
  /** Executions past their deadline, whose next run the watchdog has just started. */
  readonly late: ReadonlySet<ExecutionId>;
}

/** The state after the first check. Incidents before it are never told. */
export function firstState(check: IncidentCheck): IncidentState {
  const { now } = check;
  const seen = [...check.rows.values()].filter((row) => row !== null);
  const watched = seen.map((row) => noted(row));
  return { v: 1, version: 1, seenUntil: now, watched, day: dayOf(now), usd: 0, isSpendTold: false, waiting: [] };
}

/** Incidents since the last check, and the new state: the same object if nothing has happened. */
export function incidentsOf(
  state: IncidentState,
  check: IncidentCheck,
  bounds: IncidentBounds,
): { readonly incidents: Incident[]; readonly state: IncidentState } {
  const known = new Map(state.watched.map((one) => [one.execution, one]));
  const incidents: Incident[] = [];
  const watched: WatchedExecution[] = [];
  const day = dayOf(check.now);
  const today = day === state.day ? state : { usd: 0, isSpendTold: false };
  let { usd } = today;
  let { seenUntil } = state;
  for (const [id, row] of check.rows) {
    const before = known.get(id);
    if (row === null) {
      for (const name of before?.open ?? []) incidents.push(incidentOf(name, { id, row, isOver: true }));
      continue;
    }
    const isNew = row.createdAt > state.seenUntil - LIST_LATE_MS;
    const after = before ?? (isNew ? { ...noted(row), usd: 0, failedAt: null } : noted(row));
    usd += Math.max(0, row.costUsd - after.usd);
    const open = LASTING.filter((name) => RULES[name](row, check, bounds, after.open.includes(name)));
    if (row.status === 'failed' && row.endedAt !== after.failedAt)
      incidents.push(incidentOf('crawl-failed', { id, row, isOver: false }));
    for (const name of LASTING)
      if (open.includes(name) !== after.open.includes(name))
        incidents.push(incidentOf(name, { id, row, isOver: !open.includes(name) }));
    watched.push({ ...noted(row), open });
    seenUntil = Math.max(seenUntil, Math.min(row.createdAt, check.now)); // a clock that is fast hides no later row
  }
  if (usd >= bounds.usdPerDay && !today.isSpendTold)
    incidents.push({ name: 'spend', day, usd, mostUsd: bounds.usdPerDay });
  const isSpendTold = today.isSpendTold || usd >= bounds.usdPerDay;
  const kept = watchedOn(watched, { ...check, seenUntil });
  return { incidents, state: { ...state, seenUntil, watched: kept, day, usd, isSpendTold } };
}

/** An execution of which every incident has been reported. */
function noted({ id: execution, createdAt, costUsd: usd, status, endedAt }: Execution): WatchedExecution {
  return { execution, createdAt, usd, failedAt: status === 'failed' ? endedAt : null, open: [] };
}

function incidentOf(
  name: CrawlIncident['name'],
  { id, row, isOver: over }: { id: ExecutionId; row: Execution | null; isOver: boolean },
): CrawlIncident {
  return { name, execution: id, status: row?.status ?? null, reason: row?.reason ?? null, isOver: over };
}

/** Does an incident last? `wasOpen`: it has lasted until now. */
type Rule = (row: Execution, check: IncidentCheck, bounds: IncidentBounds, wasOpen: boolean) => boolean;

const RULES: Readonly<Record<LastingName, Rule>> = {
  // A run that was just started can be alive, so only the next commit ends the incident.
  'crawl-stalled': (row, { now, late }, { waveMs }, wasOpen) => {
    const since = lateSince(row);
    return since !== null && now - since >= waveMs && (wasOpen || late.has(row.id));
  },
  'workers-not-started': ({ status, reason }) => status === 'paused' && reason === NO_WORKER,
};

/**
 * Executions that the next check reads again: unfinished ones, those with an incident that lasts,
 * and those that failed within a day, which can be resumed and fail again. The list may have the
 * newest ones once more.
 */
function watchedOn(
  watched: readonly WatchedExecution[],
  { rows, now, seenUntil }: IncidentCheck & { readonly seenUntil: number },
): WatchedExecution[] {
  const isAtWork = ({ execution, open }: WatchedExecution): boolean => {
    const row = rows.get(execution);
    return open.length > 0 || (row !== null && row !== undefined && isUnfinished(row));
  };
  const isRecent = ({ execution, createdAt }: WatchedExecution): boolean => {
    const row = rows.get(execution);
    const hasFailed = row?.status === 'failed' && now - (row.endedAt ?? now) < DAY_MS;
    return createdAt > seenUntil - LIST_LATE_MS || hasFailed;
  };
  const atWork = watched.filter(isAtWork);
  return [...atWork, ...watched.filter((one) => !isAtWork(one) && isRecent(one))].slice(0, MOST_WATCHED);
}
