import * as z from 'zod';
import { ROLES, type Role, Role as RoleName } from '#core/identity/roles/role.ts';

const bound = z.number().nonnegative().nullable();

/** A deployment sets these where users pay, or must be bounded. */
const NO_QUOTAS = {
  pagesPerDay: null,
  pagesPerMonth: null,
  usdPerDay: null,
  usdPerMonth: null,
  storedBytes: null,
  storedBytesOfAll: null,
};

/** Upper limits of a role (S16). Null is unlimited. */
export const RoleLimits = z.strictObject({
  /** Executions of one user that run at once; more are queued. */
  executionsAtOnce: z.int().positive().nullable(),
  /** Executions of one user that wait in the queue; one more is refused. */
  executionsQueued: z.int().nonnegative().nullable(),
  /**
   * Limits of one execution, as in a workflow: `limits.pages`, `limits.depth`, `parallelism`,
   * `limits.budgetUsd`.
   */
  pages: bound,
  depth: bound,
  parallelism: z.int().positive().nullable(),
  budgetUsd: bound,
  /**
   * Quotas of one user, over all executions (core/identity/quotas/quota.ts): pages that were
   * fetched, and USD at list price, by days and calendar months in UTC.
   */
  pagesPerDay: bound,
  pagesPerMonth: bound,
  usdPerDay: bound,
  usdPerMonth: bound,
  /** Bytes that the executions of one user keep: their archives, and files made from them. */
  storedBytes: bound,
  /** Bytes that everybody's executions keep: above it, a user of the role starts nothing. */
  storedBytesOfAll: bound,
  /** Schedules of one user, over all workflows. */
  schedules: z.int().nonnegative().nullable(),
  /** Requests of one user to the API: so many a second on average, and so many at once. */
  requestsPerSecond: z.number().positive().nullable(),
  burst: z.int().positive(),
});
export type RoleLimits = z.infer<typeof RoleLimits>;

export const RoleTable = z.record(RoleName, RoleLimits);
export type RoleTable = Readonly<Record<Role, RoleLimits>>;

/** Limits of a deployment that configures none. */
export const USUAL_ROLES: RoleTable = {
  administrator: {
    executionsAtOnce: null,
    executionsQueued: null,
    pages: null,
    depth: null,
    parallelism: null,
    budgetUsd: null,
    ...NO_QUOTAS,
    schedules: null,
    requestsPerSecond: 50,
    burst: 200,
  },
  premium: {
    executionsAtOnce: 10,
    executionsQueued: 100,
    pages: 1_000_000,
    depth: 100,
    parallelism: 40,
    budgetUsd: 20,
    ...NO_QUOTAS,
    schedules: 100,
    requestsPerSecond: 20,
    burst: 100,
  },
  standard: {
    executionsAtOnce: 2,
    executionsQueued: 20,
    pages: 10_000,
    depth: 20,
    parallelism: 8,
    budgetUsd: 1,
    ...NO_QUOTAS,
    schedules: 10,
    requestsPerSecond: 5,
    burst: 25,
  },
};

/** Limits by role as far as they differ from the usual ones; the result has all. */
export const GivenRoles = z
  .partialRecord(RoleName, RoleLimits.partial())
  .transform((given) =>
    RoleTable.parse(Object.fromEntries(ROLES.map((role) => [role, { ...USUAL_ROLES[role], ...given[role] }]))),
  );
