import { type Counts, type Execution, isOver } from '#core/execution/execution.ts';
import type { NewsItem } from '#core/notify/news-item.ts';
import type { NewsName } from '#core/notify/news-name.ts';

/** Share of the budget at which `budget-80` comes. */
const BUDGET_SHARE = 0.8;

/** The row is read later, perhaps after the end. */
const AT_ITS_START = { status: 'running', reason: null, endedAt: null } as const;

export interface NewsOf {
  readonly row: Execution;
  /** Current budget of the execution; null: it has none, or no subscription needs it. */
  readonly budgetUsd: number | null;
  readonly now: number;
}

/**
 * All events that the row of an execution shows, except those about its pages. The keys are made of
 * the row alone, so an execution that ends again after a resume has news again, and one that is
 * read twice has none.
 */
export function newsOf({ row, budgetUsd, now }: NewsOf): NewsItem[] {
  if (row.status === 'deleting') return [];
  const items: NewsItem[] = [];
  const add = (name: NewsName, key: string, at: number): void => {
    items.push(itemOf(row, { name, key, at, budgetUsd: name === 'budget-80' ? budgetUsd : null }));
  };
  if (row.startedAt !== null) {
    const key = `started/${row.startedAt}`;
    items.push(itemOf({ ...row, ...AT_ITS_START }, { name: 'started', key, at: row.startedAt }));
  }
  if (budgetUsd !== null && budgetUsd > 0 && row.costUsd >= budgetUsd * BUDGET_SHARE)
    add('budget-80', `budget-80/${budgetUsd}`, row.endedAt ?? now);
  const { endedAt, status } = row;
  if (!isOver(row) || endedAt === null) return items;
  add('ended', `ended/${endedAt}`, endedAt);
  if (status === 'limited') add('limited', `limited/${endedAt}`, endedAt);
  if (status === 'failed') add('failed', `failed/${endedAt}`, endedAt);
  if (isEmpty(row)) add('nothing-fetched', `nothing-fetched/${endedAt}`, endedAt);
  return items;
}

/**
 * No page, though it expected some. A tick of which no page was due, or tombstones alone, expects
 * none.
 */
function isEmpty({ counts, goneDue = 0 }: Execution): boolean {
  const { discovered, stored, notModified, kept = 0 } = counts;
  return stored + notModified === 0 && (kept + goneDue === 0 || discovered > kept + goneDue);
}

/** Key of an event about the pages of an execution that ended then. */
export const pageNewsKey = (name: NewsName, endedAt: number): string => `${name}/${endedAt}`;

/** An event with the facts of the row. */
export function itemOf(
  row: Execution,
  { name, key, at, budgetUsd = null }: Pick<NewsItem, 'name' | 'key' | 'at'> & { readonly budgetUsd?: number | null },
): NewsItem {
  const {
    id,
    workflowId: workflow,
    owner = null,
    name: executionName,
    status,
    reason,
    startedAt,
    endedAt,
    counts,
    bytes,
    costUsd,
  } = row;
  return {
    key,
    name,
    at,
    execution: id,
    workflow,
    owner,
    executionName,
    status,
    reason,
    startedAt,
    endedAt,
    bytes,
    costUsd,
    budgetUsd,
    counts: shortCounts(counts),
    pages: null,
  };
}

const shortCounts = ({ discovered, stored, notModified, kept, skipped, failed }: Counts): NewsItem['counts'] => ({
  discovered,
  stored,
  notModified,
  ...(kept !== undefined && { kept }),
  skipped: sum(skipped),
  failed: sum(failed),
});

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);
