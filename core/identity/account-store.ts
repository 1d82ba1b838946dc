import * as z from 'zod';
import { sha256Prefix } from '#core/bytes/digest.ts';
import { SurfError } from '#core/error.ts';
import type { ApiKey } from '#core/identity/api-key.ts';
import { checkBlockPattern, isUsableBlockPattern } from '#core/identity/block-pattern.ts';
import type { Rate } from '#core/identity/rate.ts';
import type { User } from '#core/identity/roles/user.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** A day in UTC, `2026-11-21`. */
export const Day = z.iso.date();
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Usage of a user in one day (S16). */
export const DayUsage = z.object({
  day: Day,
  /** Requests to the API that were let in. */
  requests: z.int().nonnegative(),
  /** Pages stored and not modified. */
  pages: z.number().nonnegative(),
  /** List price of the calls that their executions made. */
  usd: z.number().nonnegative(),
});
export type DayUsage = z.infer<typeof DayUsage>;

/** Totals of an execution: pages, USD, and bytes that its workers archived. */
export interface WorkTotals {
  readonly pages: number;
  readonly usd: number;
  readonly storedBytes: number;
}

/** Totals of an execution before and after some work: the same work may be reported again. */
export interface ExecutionWork {
  readonly execution: ExecutionId;
  readonly user: string;
  readonly day: string;
  readonly before: WorkTotals;
  readonly after: WorkTotals;
}

/** A part of the bytes that an execution keeps. */
export interface StoredPart {
  readonly execution: ExecutionId;
  readonly user: string;
  readonly part: StoredPartName;
  readonly bytes: number;
}
/**
 * `crawl`: bytes that its workers archived; `files`: exports, indexes and reports made from them.
 */
export type StoredPartName = 'crawl' | 'files';

/** Audit record of a change and its author (S15). */
export const AuditEvent = z.object({
  v: z.literal(1),
  id: z.string().regex(/^a[0-9a-z]{8,40}$/),
  at: z.number(),
  /** User who made the change. */
  by: z.string(),
  action: z.enum(['user-created', 'user-changed', 'key-created', 'key-revoked', 'blocked', 'unblocked']),
  /** User, key or pattern. */
  target: z.string().max(2_000),
  text: z.string().max(500),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** URLs that no crawl of this deployment requests. */
export const BlockEntry = z.object({
  v: z.literal(1),
  id: z.string().regex(/^b[0-9a-f]{32}$/, 'is not an id of an entry'),
  /** A glob over the whole URL, or a bare host name, with all hosts below. */
  pattern: z.string().min(1).max(1_024),
  note: z.string().max(500).nullable(),
  by: z.string(),
  createdAt: z.number(),
});
export type BlockEntry = z.infer<typeof BlockEntry>;

/** Most entries of the blocklist. */
export const MOST_BLOCKED = 1_000;

/**
 * An entry for the blocklist; the same pattern always has the same id.
 * @param blocked what is on the list now
 * @throws SurfError `PATTERN_INVALID`; `FIELD_INVALID` for a full list
 */
export function newBlockEntry(
  { pattern, note, by, now }: { pattern: string; note: string | null; by: string; now: number },
  blocked: readonly BlockEntry[],
): BlockEntry {
  checkBlockPattern(pattern);
  const id = `b${sha256Prefix(pattern)}`;
  if (blocked.filter((entry) => entry.id !== id).length >= MOST_BLOCKED) throw full();
  return { v: 1, id, pattern, note, by, createdAt: now };
}

const full = (): SurfError =>
  new SurfError('FIELD_INVALID', `the blocklist has ${MOST_BLOCKED} entries, which is the most`, {
    remedy: 'join patterns, or take some off',
  });

/**
 * The patterns of the blocklist, without stored ones that do not compile (`isUsableBlockPattern`).
 */
export const patternsOf = async (accounts: Pick<AccountStore, 'blocked'>): Promise<string[]> =>
  (await accounts.blocked()).map(({ pattern }) => pattern).filter(isUsableBlockPattern);

export interface AccountPage<Row> {
  readonly rows: Row[];
  readonly next: string | null;
}

/** An execution that holds one of its owner's places. */
export interface TakenPlace {
  readonly execution: ExecutionId;
}

/**
 * Users, API keys, usage, audit events, blocklist (S15, S16).
 *
 * Every adapter promises, and `test/contract/suites/account-store.ts` checks:
 * - `signIn`: of calls for one user all return the same row, the first one, or a later change of
 *   it;
 * - a revocation, once answered, is read by everyone;
 * - `countRequest`: of rivals never more than the bucket holds are let in;
 * - `countWork`: told again it counts once, and days of one execution add up to its totals; what
 *   the crawl archived counts as stored, and a late call lowers it never;
 * - `stored`: a repeated part counts once, and no part of an execution after `dropStored`;
 * - `takePlace`: of calls for an owner never more than `most` hold a place; a holder that calls
 *   again keeps its place; `releasePlace` is idempotent;
 * - lists are newest first, each row once while nothing is changed between.
 */
export interface AccountStore {
  /** The user's row; `user` becomes it where there is none. */
  signIn(user: User): Promise<User>;
  user(id: string): Promise<User | null>;
  /** @param limit at most 1,000, as in all lists */
  users(limit: number, next?: string): Promise<AccountPage<User>>;
  saveUser(user: User): Promise<void>;

  /** @throws SurfError STATE_CONFLICT when the id is taken */
  createKey(key: ApiKey): Promise<void>;
  key(id: string): Promise<ApiKey | null>;
  /** @param owner null: everyone's */
  keys(owner: string | null, limit: number, next?: string): Promise<AccountPage<ApiKey>>;
  /**
   * A key that was revoked stays so, with its first instant. Nothing happens where there is none.
   */
  revokeKey(id: string, at: number): Promise<void>;

  /**
   * Takes a place at which an execution of the owner runs.
   * @returns false: `most` others have one
   */
  takePlace(owner: string, place: TakenPlace & { readonly most: number; readonly now: number }): Promise<boolean>;
  /** Does nothing if it has none. */
  releasePlace(owner: string, execution: ExecutionId): Promise<void>;
  places(owner: string): Promise<(TakenPlace & { readonly takenAt: number })[]>;

  /**
   * Counts a request and lets it in, or tells how long the user's bucket needs.
   * @param rate null: none
   * @returns milliseconds to wait; 0: it may go
   */
  countRequest(user: string, now: number, rate: Rate | null): Promise<number>;
  countWork(work: ExecutionWork): Promise<void>;
  /** Counts a part as stored; the same part is replaced. */
  keepStored(part: StoredPart): Promise<void>;
  /** Drops all parts of a deleted execution. */
  dropStored(of: Pick<StoredPart, 'user' | 'execution'>): Promise<void>;
  /** Bytes that executions keep. @param user the owner; null: everybody's */
  stored(user: string | null): Promise<number>;
  /** Days with any use, oldest first. @param to inclusive */
  usage(user: string, from: string, to: string): Promise<DayUsage[]>;

  addAudit(event: AuditEvent): Promise<void>;
  audit(limit: number, next?: string): Promise<AccountPage<AuditEvent>>;

  /** An entry of the same id is replaced. */
  block(entry: BlockEntry): Promise<void>;
  unblock(id: string): Promise<'done' | 'missing'>;
  /** All, in the order of their ids. */
  blocked(): Promise<BlockEntry[]>;
}
