import type { TaskError, TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { isWanted, type Outcome, stateOfOutcome, type TaskState, type WantedState } from '#core/model/outcome.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { PendingTask } from '#engine/list-tasks/pending-tasks.ts';
import type { RefusedTask } from '#engine/list-tasks/refused-tasks.ts';
import type { SettledRows } from '#engine/list-tasks/settled-rows.ts';
import type { SitemapAddresses } from '#engine/list-tasks/sitemap-addresses.ts';

/** One URL of an execution as users see it. Times are ISO 8601 UTC. */
export interface TaskView {
  readonly execution: string;
  /**
   * Key of the URL: the same in every execution with the same `key` fields; a page's is its name in
   * `/pages/{key}`.
   */
  readonly key: string;
  readonly url: string;
  readonly state: TaskState;
  /**
   * Its wave is still being crawled: a page may turn out to be a duplicate when the wave is
   * settled.
   */
  readonly provisional: boolean;
  /** Null while it is pending. */
  readonly outcome: Outcome['type'] | null;
  /** Reason for a skip or failure. */
  readonly reason: string | null;
  /** HTTP status of the last answer. */
  readonly status: number | null;
  readonly level: number;
  readonly contentType: string | null;
  /** Decoded body bytes. */
  readonly bytes: number | null;
  /** These bytes are the first ones of a larger page. */
  readonly cut: boolean;
  /** At most 512 characters. */
  readonly title: string | null;
  /** The page's own title is longer. */
  readonly titleCut: boolean;
  /**
   * URL of the page or sitemap that it was found on first, or that redirected to it; null for
   * seeds.
   */
  readonly via: string | null;
  /**
   * URL that it redirects to; null: it does not, or the target is not settled. `explain` tells the
   * address then.
   */
  readonly redirectsTo: string | null;
  readonly attempts: number;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Links of the page that nobody read: it brings more new addresses than one page may. */
  readonly linksDropped: number;
  readonly errors: readonly { readonly code: string; readonly message: string; readonly at: string }[];
}

/** The outcome of a URL. */
export type TaskOutcome = Pick<TaskView, 'url' | 'outcome' | 'reason' | 'status'>;

/** Only tasks that match every given field. */
export interface TaskFilter {
  readonly state?: WantedState;
  readonly reason?: string;
  readonly level?: number;
  /** Host name, with or without port. */
  readonly host?: string;
}

/** A view that has keys where users see addresses. */
export type Draft = Omit<TaskView, 'via' | 'redirectsTo' | 'execution'> & {
  readonly via: UrlKey | null;
  readonly redirectsTo: UrlKey | null;
};

/** Is it what was requested? */
export function matches(draft: Draft, filter: TaskFilter): boolean {
  if (filter.state !== undefined && !isWanted(draft.state, filter.state)) return false;
  if (filter.reason !== undefined && draft.reason !== filter.reason) return false;
  if (filter.level !== undefined && draft.level !== filter.level) return false;
  return filter.host === undefined || isAtHost(draft.url, filter.host);
}

/** @param host name, with or without port */
export function isAtHost(url: string, host: string): boolean {
  const parsed = URL.parse(url);
  const asked = host.toLowerCase();
  return parsed !== null && (parsed.host === asked || parsed.hostname === asked);
}

/** Stores that have the addresses of discoverers. */
export interface Discoverers {
  readonly execution: ExecutionId;
  readonly settled: Pick<SettledRows, 'get'>;
  readonly sitemaps: Pick<SitemapAddresses, 'get'>;
}

/** @param batch at most 1,000 */
export async function withDiscoverers(
  { execution, settled, sitemaps }: Discoverers,
  batch: readonly Draft[],
): Promise<TaskView[]> {
  const keys = [...new Set(batch.flatMap(({ via, redirectsTo }) => [via, redirectsTo]))].filter((key) => key !== null);
  const rows = await settled.get(keys);
  const urls = new Map<string, string | null>();
  for (const [i, key] of keys.entries()) urls.set(key, rows[i]?.url ?? (await sitemaps.get(key)));
  const urlOf = (key: UrlKey | null): string | null => (key === null ? null : (urls.get(key) ?? null));
  return batch.map((draft) => ({
    execution,
    ...viewOf(draft, { via: urlOf(draft.via), redirectsTo: urlOf(draft.redirectsTo) }),
  }));
}

/** View with its fields in one order for every source. */
const viewOf = (
  draft: Draft,
  { via, redirectsTo }: Pick<TaskView, 'via' | 'redirectsTo'>,
): Omit<TaskView, 'execution'> => ({
  key: draft.key,
  url: draft.url,
  state: draft.state,
  provisional: draft.provisional,
  outcome: draft.outcome,
  reason: draft.reason,
  status: draft.status,
  level: draft.level,
  contentType: draft.contentType,
  bytes: draft.bytes,
  cut: draft.cut,
  title: draft.title,
  titleCut: draft.titleCut,
  via,
  redirectsTo,
  attempts: draft.attempts,
  startedAt: draft.startedAt,
  endedAt: draft.endedAt,
  linksDropped: draft.linksDropped,
  errors: draft.errors,
});

const NOTHING_FETCHED = {
  provisional: false,
  status: null,
  contentType: null,
  bytes: null,
  cut: false,
  title: null,
  titleCut: false,
  redirectsTo: null,
  attempts: 0,
  startedAt: null,
  endedAt: null,
  linksDropped: 0,
  errors: [],
} as const;

/** @param provisional its wave is not settled */
export function settledDraft(row: TaskRow, provisional = false): Draft {
  const { key, url, outcome, status, level, contentType, bytes, title, via, attempts } = row;
  return {
    key,
    url,
    state: stateOfOutcome(outcome),
    provisional,
    outcome: outcome.type,
    reason: 'reason' in outcome ? outcome.reason : null,
    status,
    level,
    contentType,
    bytes,
    cut: row.cut === true,
    title,
    titleCut: row.titleCut === true,
    via,
    redirectsTo: outcome.type === 'redirected' ? outcome.to : null,
    attempts,
    startedAt: isoTime(row.startedAt),
    endedAt: isoTime(row.endedAt),
    linksDropped: row.linksDropped ?? 0,
    errors: errorViews(row.errors),
  };
}

export const refusedDraft = ({ level, candidate }: RefusedTask): Draft => ({
  ...NOTHING_FETCHED,
  key: candidate.key,
  url: candidate.url,
  state: 'skipped',
  outcome: 'skipped',
  reason: candidate.reason,
  level,
  via: candidate.by === candidate.key ? null : candidate.by,
});

export const pendingDraft = ({ task, state }: PendingTask): Draft => ({
  ...NOTHING_FETCHED,
  key: task.key,
  url: task.url,
  state,
  outcome: null,
  reason: null,
  level: task.level,
  via: task.via ?? null,
  attempts: task.attempts ?? 0,
  errors: errorViews(task.errors ?? []),
});

const isoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const errorViews = (errors: readonly TaskError[]): TaskView['errors'] =>
  errors.map(({ code, message, at }) => ({ code, message, at: new Date(at).toISOString() }));
