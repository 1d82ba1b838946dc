import * as z from 'zod';
import type { DayUsage } from '#core/identity/account-store.ts';

/** Quotas of a role, each of one user, by days and calendar months in UTC (S27). */
export const QUOTA_NAMES = ['pagesPerDay', 'pagesPerMonth', 'usdPerDay', 'usdPerMonth'] as const;
export const QuotaName = z.enum(QUOTA_NAMES);
export type QuotaName = z.infer<typeof QuotaName>;

/** The most of each; null is unlimited. */
export type QuotaBounds = Readonly<Record<QuotaName, number | null>>;

/** What a quota bounds, by the names of `limits` in a workflow. */
export type QuotaLimit = 'pages' | 'budgetUsd';

const LIMIT_OF: Readonly<Record<QuotaName, QuotaLimit>> = {
  pagesPerDay: 'pages',
  pagesPerMonth: 'pages',
  usdPerDay: 'budgetUsd',
  usdPerMonth: 'budgetUsd',
};

/** Less money than this starts nothing. */
const LEAST_USD = 0.001;

/** How much of a quota is left. */
export interface QuotaState {
  readonly quota: QuotaName;
  readonly most: number;
  /** Since the day or the month began. */
  readonly used: number;
  /** What the limits of executions that have not ended let them use further. */
  readonly setAside: number;
  readonly left: number;
  /** Epoch ms: the next midnight, or first of the month, in UTC. */
  readonly resetsAt: number;
}

/** What executions of the user that have not ended may use further. */
export type SetAside = Readonly<Record<QuotaLimit, number>>;

/**
 * The quotas that a user has, and what is left of each.
 * @param use.days of the month of `now`; others do not count
 */
export function quotaStates(
  bounds: QuotaBounds,
  use: { readonly days: readonly DayUsage[]; readonly setAside: SetAside; readonly now: number },
): QuotaState[] {
  return QUOTA_NAMES.flatMap((quota) => {
    const most = bounds[quota];
    if (most === null) return [];
    const limit = LIMIT_OF[quota];
    const { since, resetsAt } = periodOf(quota, use.now);
    const days = use.days.filter(({ day }) => day >= since);
    const used = days.reduce((sum, { pages, usd }) => sum + (limit === 'pages' ? pages : usd), 0);
    const setAside = use.setAside[limit];
    return [{ quota, most, used, setAside, left: Math.max(0, most - used - setAside), resetsAt }];
  });
}

/** The quota that leaves least of a limit; null: none bounds it. */
export function tightest(states: readonly QuotaState[], limit: QuotaLimit): QuotaState | null {
  const own = states.filter(({ quota }) => LIMIT_OF[quota] === limit);
  return own.reduce<QuotaState | null>((least, one) => (least === null || one.left < least.left ? one : least), null);
}

/** Is so little left that an execution could do nothing with it? */
export const isUsedUp = ({ quota, left }: QuotaState): boolean =>
  LIMIT_OF[quota] === 'pages' ? left < 1 : left < LEAST_USD;

/** The first day of the month, as days of usage are named. */
export const monthStart = (now: number): string => `${new Date(now).toISOString().slice(0, 7)}-01`;

function periodOf(quota: QuotaName, now: number): { readonly since: string; readonly resetsAt: number } {
  const at = new Date(now);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  if (quota.endsWith('PerMonth')) return { since: monthStart(now), resetsAt: Date.UTC(year, month + 1, 1) };
  return { since: at.toISOString().slice(0, 10), resetsAt: Date.UTC(year, month, at.getUTCDate() + 1) };
}
