import type { Item } from '#adapters/aws/dynamo/attributes.ts';
import { FIRST_KEY_ROW } from '#adapters/aws/environment/first-key.env.ts';
import { BY_OWNER, EVERYONE, PARTITION_KEY, RUNNING_SHARDS, SORT_KEY } from '#adapters/aws/environment/names.env.ts';
import type { PackSize } from '#core/archive/task-packs.ts';
import { sha256Hex, sha256Prefix } from '#core/bytes/digest.ts';
import type { StoredPartName } from '#core/identity/account-store.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import type { SubscriptionScope } from '#core/notify/subscription-scope.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import type { LeaseOwner } from '#core/politeness/hosts/host-store.ts';
import type { UrlKey } from '#core/url/url-key.ts';

/** Partition and sort key of a row. */
export interface RowKey {
  readonly [PARTITION_KEY]: string;
  readonly [SORT_KEY]: string;
}

/**
 * Numbers in sort keys, so that they sort as numbers: versions and events up to a billion, units up
 * to a million.
 */
const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Sort key of a row that is alone in its partition. */
const ONLY = '-';

const key = (partition: string, sort: string): RowKey => ({ [PARTITION_KEY]: partition, [SORT_KEY]: sort });

/** Key of an item that was read. */
export const rowKeyOf = (item: Item): RowKey => key(item[PARTITION_KEY]?.S ?? '', item[SORT_KEY]?.S ?? '');

/* ── workflows ── */

/** Key of the newest version of a saved workflow; its versions are beside it. */
export const workflowHeadKey = (id: WorkflowId): RowKey => key(`W#${id}`, 'META');
export const workflowKey = (id: WorkflowId, version: number): RowKey => key(`W#${id}`, `DEF#${padded(version, 9)}`);

/** Partition of an execution: its row, its events, and a mark for each event that is added once. */
export const executionPartition = (id: ExecutionId): string => `X#${id}`;
export const executionKey = (id: ExecutionId): RowKey => key(executionPartition(id), 'META');
export const eventSort = (seq: number): string => `E#${padded(seq, 9)}`;
/** Sorts behind every event's sort key. */
export const LAST_EVENT_SORT = 'E#~';
export const eventKey = (id: ExecutionId, seq: number): RowKey => key(executionPartition(id), eventSort(seq));
/** `O` sorts behind `E`, so a query of events never reads marks. */
export const onceKey = (id: ExecutionId, once: string): RowKey => key(executionPartition(id), `ONCE#${once}`);

/** Kinds of lists. */
export type Listed = 'executions' | 'workflows' | 'users' | 'keys' | 'audit';
const LIST_PREFIX: Readonly<Record<Listed, string>> = {
  executions: 'X',
  workflows: 'W',
  users: 'U',
  keys: 'K',
  audit: 'A',
};
/** No owner has this name: names have at least one character. */
const NOBODY = '';

/** Partition of the index by owner. */
export const ownerPartition = (list: Listed, owner: string = NOBODY): string => `${LIST_PREFIX[list]}#${owner}`;
/** Partition of the index of everyone's. */
export const everyonePartition = (list: Listed): string => LIST_PREFIX[list];
/** Place in a list: milliseconds, then the id decides. */
export const listSort = (at: number, id: string): string => `${padded(Math.floor(at), 15)}#${id}`;
/** Attributes that put a row into both indexes. */
export const listKeys = (list: Listed, row: { owner?: string | undefined; at: number; id: string }) => ({
  [BY_OWNER.partitionKey.name]: ownerPartition(list, row.owner),
  [EVERYONE.partitionKey.name]: everyonePartition(list),
  [BY_OWNER.sortKey.name]: listSort(row.at, row.id),
});

/**
 * An owner's idempotency key: of any length and any characters, so only its digest is in the row's
 * key.
 */
export const requestKey = (owner: string, name: string): RowKey =>
  key(`I#${sha256Hex(JSON.stringify([owner, name]))}`, ONLY);

/** A user's role and rights; their usage is beside it, by day, and for a day by execution. */
export const userPartition = (user: string): string => `U#${user}`;
export const userKey = (user: string): RowKey => key(userPartition(user), 'ROLE');
/**
 * One attribute for each execution that holds a place, with the time at which it took it; `held` is
 * their number.
 */
export const placesKey = (user: string): RowKey => key(userPartition(user), 'PLACES');
export const usageSort = (day: string): string => `USAGE#${day}`;
export const usageKey = (user: string, day: string): RowKey => key(userPartition(user), usageSort(day));
export const workKey = (user: string, day: string, execution: ExecutionId): RowKey =>
  key(userPartition(user), `${usageSort(day)}#${execution}`);

/**
 * Stored bytes of executions, of all users in one partition: their sum is read before a start. A
 * user's name is of any length and any characters, so only its digest is in the key.
 */
export const STORED_PARTITION = 'Q#';
export const storedPrefix = (user: string, execution?: ExecutionId): string =>
  `${sha256Prefix(user)}#${execution === undefined ? '' : `${execution}#`}`;
export const storedKey = (user: string, execution: ExecutionId, part: StoredPartName): RowKey =>
  key(STORED_PARTITION, `${storedPrefix(user, execution)}${part}`);

export const apiKeyKey = (id: string): RowKey => key(`K#${id}`, ONLY);
export const firstKeyKey: RowKey = key(FIRST_KEY_ROW.partition, FIRST_KEY_ROW.sort);
export const auditKey = (id: string): RowKey => key(`A#${id}`, ONLY);

/** All entries in one partition: there are at most a thousand. */
export const BLOCKLIST_PARTITION = 'B#';
export const blockKey = (id: string): RowKey => key(BLOCKLIST_PARTITION, id);

/** All schedules in one partition: the function that starts executions reads them all. */
export const SCHEDULE_PARTITION = 'S#';
export const scheduleKey = (workflow: WorkflowId, name: string): RowKey =>
  key(SCHEDULE_PARTITION, `${workflow}#${name}`);

/** All subscriptions in one partition: the function that sends messages reads them all. */
export const SUBSCRIPTION_PARTITION = 'N#';
export const subscriptionKey = (workflow: SubscriptionScope, name: string): RowKey =>
  key(SUBSCRIPTION_PARTITION, `${workflow}#${name}`);
/** Messages of one subscription. */
export const deliveryPartition = (workflow: SubscriptionScope, name: string): string => `N#${workflow}#${name}`;
export const deliveryKey = (workflow: SubscriptionScope, name: string, id: string): RowKey =>
  key(deliveryPartition(workflow, name), id);
/**
 * A mark for each message that waits, all in one partition: the function that sends messages reads
 * them all.
 */
export const WAITING_PARTITION = 'NW#';
/** Prefix of the marks of one subscription's messages; no name has a `#`. */
export const waitingPrefix = (workflow: SubscriptionScope, name: string): string => `${workflow}#${name}#`;
export const waitingKey = (workflow: SubscriptionScope, name: string, of: { id: string; round: number }): RowKey =>
  key(WAITING_PARTITION, `${waitingPrefix(workflow, name)}${of.id}#${of.round}`);

/** Incidents that the watchdog has told. */
export const incidentStateKey: RowKey = key('O#', ONLY);

/** Partition of the index of running executions: spreads their writes. */
export const runningPartition = (id: ExecutionId): string =>
  `RUNNING#${Number.parseInt(sha256Prefix(id).slice(0, 8), 16) % RUNNING_SHARDS}`;
export const RUNNING_PARTITIONS: readonly string[] = Array.from(
  { length: RUNNING_SHARDS },
  (_, shard) => `RUNNING#${shard}`,
);

/* ── tasks ── */

/**
 * Partitions of an execution's task rows, by the first digit of a key, which is a hash: all are
 * about equal, and one after the other is key by key.
 */
export const TASK_SHARDS: readonly string[] = [...'0123456789abcdef'];
export const taskPartition = (execution: ExecutionId, shard: string): string => `${execution}#${shard}`;
/** A row as an item of a single task, as Surf wrote them until 2026-11-25. */
export const taskKey = (execution: ExecutionId, url: UrlKey): RowKey =>
  key(taskPartition(execution, url.slice(0, 1)), url);

const PACK_PREFIX: Readonly<Record<PackSize, string>> = { coarse: 'P1#', fine: 'P3#' };

/** DynamoDB sorts the packs of a range by wave; each wave has its rows before its corrections. */
export interface PackPlace {
  readonly size: PackSize;
  readonly range: string;
  readonly wave: number;
  readonly holds: 'rows' | 'corrections';
  readonly part: number;
}

/** Prefix of the packs of one range, all in one partition. */
export const packRangePrefix = (size: PackSize, range: string): string => `${PACK_PREFIX[size]}${range}#`;
export const packKey = (execution: ExecutionId, { size, range, wave, holds, part }: PackPlace): RowKey =>
  key(
    taskPartition(execution, range.slice(0, 1)),
    `${packRangePrefix(size, range)}${padded(wave, 6)}#${holds === 'rows' ? 'r' : 's'}#${padded(part, 4)}`,
  );

const PACK_SORT = /^P[13]#([0-9a-f]+)#(\d{6,})#([rs])#/;

/** Place of a pack, parsed from its sort key; null for the sort key of a single task. */
export function packPlaceOf(sort: string): Pick<PackPlace, 'range' | 'wave' | 'holds'> | null {
  const [, range, wave, holds] = PACK_SORT.exec(sort) ?? [];
  if (range === undefined) return null;
  return { range, wave: Number(wave), holds: holds === 'r' ? 'rows' : 'corrections' };
}

/* ── units ── */

const UNIT_SHARDS = 32;
export const unitPartitions = (execution: ExecutionId, wave: number): string[] =>
  Array.from({ length: UNIT_SHARDS }, (_, shard) => `${execution}#${wave}#${shard}`);
export const unitKey = (execution: ExecutionId, wave: number, unit: number): RowKey =>
  key(`${execution}#${wave}#${unit % UNIT_SHARDS}`, padded(unit, 6));

/* ── hosts ── */

export const hostKey = (host: HostKey): RowKey => key(host, ONLY);
/**
 * A separate row, not a field of the host's: one host has as many origins as ports, so a hostile
 * site could make its row as large as it likes. No politeness key has `://`.
 */
export const robotsKey = (origin: string): RowKey => key(origin, ONLY);

/**
 * Notes that a unit is dead. No host has a slash, no address lease begins so.
 * @param owner `<execution>/<wave>/<unit>`
 */
export const deadOwnerKey = (owner: LeaseOwner): RowKey => key(`dead/${owner}`, ONLY);
