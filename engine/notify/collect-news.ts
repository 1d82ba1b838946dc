import type { Catalog } from '#core/execution/catalog.ts';
import { type Execution, hasEnded, isOver } from '#core/execution/execution.ts';
import type { Clock } from '#core/model/clock.ts';
import { newsOf, pageNewsKey } from '#core/notify/execution-news.ts';
import type { NewsItem } from '#core/notify/news-item.ts';
import { isAboutPages, type NewsName } from '#core/notify/news-name.ts';
import type { FollowedExecution, SubscriptionRow } from '#core/notify/subscription.ts';
import type { SubscriptionStore } from '#core/notify/subscription-store.ts';
import type { RecentExecutions } from '#engine/notify/recent-executions.ts';

/**
 * Finds new and changed pages of an execution that is over; an empty list: nothing to tell. Null:
 * another program compares them, and the next look asks again.
 */
export type FindPageNews = (row: Execution, subscription: SubscriptionRow) => Promise<NewsItem[] | null>;

export interface CollectNewsPorts {
  readonly catalog: Pick<Catalog, 'workflow'>;
  readonly subscriptions: Pick<SubscriptionStore, 'save'>;
  readonly clock: Clock;
  readonly pageNews: FindPageNews;
  /** Does the subscription tell of this execution? */
  readonly isAbout: (row: Execution) => boolean;
}

/** Most skew of clocks, and delay until a list has an execution. */
const SKEW_MS = 15 * 60_000;
/** The mark moves in steps, so that an idle subscription is hardly written. */
const MARK_STEP_MS = 3_600_000;
/** Ended executions that are followed further: a resume continues them. */
const FOLLOWED_ENDED = 3;
/** Executions of one workflow that are followed at once; of more the oldest are not. */
const MOST_FOLLOWED = 500;
/** News that wait for a message; further ones are counted. */
const MOST_PENDING = 100;

/**
 * Finds what happened to the executions of a subscription since the last look, and writes it there
 * as news that wait for a message: it finds it in their rows, so nothing that crawls knows of it or
 * waits for it.
 *
 * @returns the subscription as it is stored then; null when somebody else has written it meanwhile
 */
export async function collectNews(
  ports: CollectNewsPorts,
  row: SubscriptionRow,
  executions: RecentExecutions,
): Promise<SubscriptionRow | null> {
  const fresh: NewsItem[] = [];
  const seen: Seen[] = [];
  for (const execution of await executions.of(row, ports.isAbout)) {
    const told = new Set(row.followed.find((one) => one.execution === execution.id)?.told);
    const found = await newsOfOne(ports, { execution, row, told });
    fresh.push(...found.items.filter((item) => !told.has(item.key) && isWanted(row, item)));
    const { id, createdAt, status } = execution;
    seen.push({ execution: id, createdAt, told: found.keys, isEnded: hasEnded(status) && !found.isOpen });
  }
  const looked = lookedAt(row, seen, Math.min(executions.newestAt, ports.clock.now()));
  const changed = { ...row, ...looked, ...withPending(row, fresh) };
  if (JSON.stringify(changed) === JSON.stringify(row)) return row;
  const saved = { ...changed, version: row.version + 1 };
  return (await ports.subscriptions.save(saved)) === 'saved' ? saved : null;
}

type Seen = FollowedExecution & { readonly isEnded: boolean };

interface FoundNews {
  readonly items: readonly NewsItem[];
  /** Keys of everything that was looked for, found or not: it is not looked for again. */
  readonly keys: string[];
  /** True while its pages are being compared: the subscription follows it until then. */
  readonly isOpen: boolean;
}

async function newsOfOne(
  ports: CollectNewsPorts,
  { execution, row, told }: { execution: Execution; row: SubscriptionRow; told: ReadonlySet<string> },
): Promise<FoundNews> {
  const { events } = row.subscription;
  const budgetUsd = events.includes('budget-80') ? await budgetOf(ports, execution) : null;
  const items = newsOf({ row: execution, budgetUsd, now: ports.clock.now() });
  const keys = items.map(({ key }) => key);
  const { endedAt } = execution;
  if (!isOver(execution) || endedAt === null) return { items, keys, isOpen: false };
  const asked = events.filter(isAboutPages);
  const areWanted = asked.some((name) => endedAt >= since(row, name) && !told.has(pageNewsKey(name, endedAt)));
  const pages = areWanted ? await ports.pageNews(execution, row) : [];
  const looked = pages === null ? [] : asked.map((name) => pageNewsKey(name, endedAt));
  return { items: [...items, ...(pages ?? [])], keys: [...keys, ...looked], isOpen: pages === null };
}

async function budgetOf({ catalog }: CollectNewsPorts, row: Execution): Promise<number | null> {
  if (row.limits.budgetUsd !== undefined) return row.limits.budgetUsd;
  return (await catalog.workflow(row.workflowId, row.workflowVersion)).definition.limits.budgetUsd;
}

const since = ({ from }: SubscriptionRow, name: NewsName): number => from[name] ?? Number.POSITIVE_INFINITY;

const isWanted = (row: SubscriptionRow, { name, at }: NewsItem): boolean =>
  row.subscription.events.includes(name) && at >= since(row, name);

/**
 * Executions that it follows from now on: those that have not ended, the last ones that have, and
 * all that the next look lists again.
 * @param seen newest first
 */
function lookedAt(
  { ignoredUntil }: SubscriptionRow,
  seen: readonly Seen[],
  until: number,
): Pick<SubscriptionRow, 'followed' | 'ignoredUntil'> {
  const mark = until - SKEW_MS;
  const ignored = Math.max(
    mark - ignoredUntil >= MARK_STEP_MS ? mark : ignoredUntil,
    ...seen.slice(MOST_FOLLOWED).map(({ createdAt }) => createdAt),
  );
  const lastEnded = new Set(seen.filter(({ isEnded }) => isEnded).slice(0, FOLLOWED_ENDED));
  const followed = seen
    .slice(0, MOST_FOLLOWED)
    .filter((one) => !one.isEnded || one.createdAt > ignored || lastEnded.has(one))
    .map(({ execution, createdAt, told }) => ({ execution, createdAt, told }));
  return { followed, ignoredUntil: ignored };
}

/** The waiting news, with these at the end; of one time, those first that were found first. */
function withPending(
  { pending, leftOut }: SubscriptionRow,
  fresh: readonly NewsItem[],
): Pick<SubscriptionRow, 'pending' | 'leftOut'> {
  const all = [...pending, ...[...fresh].sort((a, b) => a.at - b.at)];
  return { pending: all.slice(0, MOST_PENDING), leftOut: leftOut + Math.max(0, all.length - MOST_PENDING) };
}
