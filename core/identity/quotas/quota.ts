import * as z from 'zod';
import type { DayUsage } from '#core/identity/account-store.ts';
import { STORAGE_QUOTA_NAMES, type StorageUse } from '#core/identity/quotas/storage-quota.ts';

/** Quotas of a role by days and calendar months in UTC, each of one user (S27). */
const PERIOD_QUOTA_NAMES = ['pagesPerDay', 'pagesPerMonth', 'usdPerDay', 'usdPerMonth'] as const;
type PeriodQuotaName = (typeof PERIOD_QUOTA_NAMES)[number];
/** All quotas of a role; those of storage never start again. */
export const QUOTA_NAMES = [...PERIOD_QUOTA_NAMES, ...STORAGE_QUOTA_NAMES] as const;
export const QuotaName = z.enum(QUOTA_NAMES);
export type QuotaName = z.infer<typeof QuotaName>;

/** Upper bound of each quota; null is unlimited. */
export type QuotaBounds = Readonly<Record<QuotaName, number | null>>;

/** Limits that a quota of a day or a month bounds, by their names in a workflow's `limits`. */
export type QuotaLimit = 'pages' | 'budgetUsd';

const PERIOD_LIMIT_OF: Readonly<Record<PeriodQuotaName, QuotaLimit>> = {
  pagesPerDay: 'pages',
  pagesPerMonth: 'pages',
  usdPerDay: 'budgetUsd',
  usdPerMonth: 'budgetUsd',
};
const LIMIT_OF: Readonly<Record<QuotaName, QuotaLimit | 'storage'>> = {
  ...PERIOD_LIMIT_OF,
  storedBytes: 'storage',
  storedBytesOfAll: 'storage',
};

/** Less money than this starts nothing. */
const LEAST_USD = 0.001;

/** Remainder of a quota. */
export interface QuotaState {
  readonly quota: QuotaName;
  readonly most: number;
  /** Use since the day or the month began; of storage: bytes that are kept now. */
  readonly used: number;
  /** Amount that executions that have not ended may still use within their limits. */
  readonly setAside: number;
  readonly left: number;
  /**
   * Epoch ms: the next midnight, or first of the month, in UTC; null: bytes count until they are
   * deleted.
   */
  readonly resetsAt: number | null;
}

/** Amounts that the user's executions that have not ended may still use. */
export type SetAside = Readonly<Record<QuotaLimit, number>>;

/**
 * The quotas that a user has, and the remainder of each.
 * @param use.days of the month of `now`; others do not count
 */
export function quotaStates(
  bounds: QuotaBounds,
  use: {
    readonly days: readonly DayUsage[];
    readonly setAside: SetAside;
    readonly stored: StorageUse;
    readonly now: number;
  },
): QuotaState[] {
  return [...periodStates(bounds, use), ...storageStates(bounds, use.stored)];
}

const periodStates = (
  bounds: QuotaBounds,
  use: { readonly days: readonly DayUsage[]; readonly setAside: SetAside; readonly now: number },
): QuotaState[] =>
  PERIOD_QUOTA_NAMES.flatMap((quota) => {
    const most = bounds[quota];
    if (most === null) return [];
    const limit = PERIOD_LIMIT_OF[quota];
    const { since, resetsAt } = periodOf(quota, use.now);
    const days = use.days.filter(({ day }) => day >= since);
    const used = days.reduce((sum, { pages, usd }) => sum + (limit === 'pages' ? pages : usd), 0);
    const setAside = use.setAside[limit];
    return [{ quota, most, used, setAside, left: Math.max(0, most - used - setAside), resetsAt }];
  });

/** Nothing is set aside: an execution that runs ends when all together keep too much. */
const storageStates = (bounds: QuotaBounds, use: StorageUse): QuotaState[] =>
  STORAGE_QUOTA_NAMES.flatMap((quota) => {
    const [most, used] = [bounds[quota], use[quota]];
    if (most === null || used === null) return [];
    return [{ quota, most, used, setAside: 0, left: Math.max(0, most - used), resetsAt: null }];
  });

/** The quota that leaves least of a limit, or of storage; null if none bounds it. */
export function tightest(states: readonly QuotaState[], limit: QuotaLimit | 'storage'): QuotaState | null {
  const own = states.filter(({ quota }) => LIMIT_OF[quota] === limit);
  return own.reduce<QuotaState | null>((least, one) => (least === null || one.left < least.left ? one : least), null);
}

/** Is too little left for an execution to do anything with it? */
export const isUsedUp = ({ quota, left }: QuotaState): boolean =>
  left < (LIMIT_OF[quota] === 'budgetUsd' ? LEAST_USD : 1);

/** The first day of the month, as days of usage are named. */
export const monthStart = (now: number): string => `${new Date(now).toISOString().slice(0, 7)}-01`;

function periodOf(quota: PeriodQuotaName, now: number): { readonly since: string; readonly resetsAt: number } {
  const at = new Date(now);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  if (quota.endsWith('PerMonth')) return { since: monthStart(now), resetsAt: Date.UTC(year, month + 1, 1) };
  return { since: at.toISOString().slice(0, 10), resetsAt: Date.UTC(year, month, at.getUTCDate() + 1) };
}
