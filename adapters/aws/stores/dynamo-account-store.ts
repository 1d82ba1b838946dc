import { type Item, itemOf, rowOf } from '#adapters/aws/dynamo/attributes.ts';
import { deleteAll } from '#adapters/aws/dynamo/dynamo-batches.ts';
import type { DynamoTable } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import {
  apiKeyKey,
  auditKey,
  BLOCKLIST_PARTITION,
  blockKey,
  listKeys,
  placesKey,
  STORED_PARTITION,
  storedKey,
  storedPrefix,
  usageKey,
  usageSort,
  userKey,
  userPartition,
  workKey,
} from '#adapters/aws/dynamo/keys.ts';
import { listPage } from '#adapters/aws/dynamo/list-page.ts';
import { PARTITION_KEY, SORT_KEY } from '#adapters/aws/environment/names.env.ts';
import { sha256Prefix } from '#core/bytes/digest.ts';
import { SurfError } from '#core/error.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import {
  type AccountPage,
  type AccountStore,
  AuditEvent,
  BlockEntry,
  type DayUsage,
  dayOf,
  type ExecutionWork,
  type StoredPart,
} from '#core/identity/account-store.ts';
import { ApiKey } from '#core/identity/api-key.ts';
import { depthMs, type Rate, tokenMs } from '#core/identity/rate.ts';
import { User } from '#core/identity/roles/user.ts';
import { ExecutionId } from '#core/model/ids.ts';

/**
 * Rivals for one bucket that may come between read and write; after these the answer is to wait.
 */
const BUCKET_TRIES = 20;

const HELD = 'held';

/** Users, keys, usage, audit events and blocklist in the table of control data. */
export class DynamoAccountStore implements AccountStore {
  readonly #table: DynamoTable;

  constructor(table: DynamoTable) {
    this.#table = table;
  }

  async signIn(user: User): Promise<User> {
    const written = await this.#table.create(userItem(user));
    return written.done ? user : storedRow('a user', User, rowOf(written.found ?? {}));
  }

  async user(id: string): Promise<User | null> {
    const item = await this.#table.get(userKey(id));
    return item === null ? null : storedRow('a user', User, rowOf(item));
  }

  async users(limit: number, next?: string): Promise<AccountPage<User>> {
    const page = await listPage(this.#table, { list: 'users', owner: undefined, limit, next });
    return { rows: page.items.map((item) => storedRow('a user', User, rowOf(item))), next: page.next };
  }

  saveUser(user: User): Promise<void> {
    return this.#table.put(userItem(user));
  }

  async createKey(key: ApiKey): Promise<void> {
    const { id, owner, createdAt } = key;
    const written = await this.#table.create(
      itemOf({ ...key, ...apiKeyKey(id), ...listKeys('keys', { owner, at: createdAt, id }) }),
    );
    // The same row is there when the answer to an earlier try was lost.
    if (written.done || storedRow('an API key', ApiKey, rowOf(written.found ?? {})).owner === owner) return;
    throw new SurfError('STATE_CONFLICT', `key ${id} exists already`, { remedy: 'make another one' });
  }

  async key(id: string): Promise<ApiKey | null> {
    const item = await this.#table.get(apiKeyKey(id));
    return item === null ? null : storedRow('an API key', ApiKey, rowOf(item));
  }

  async keys(owner: string | null, limit: number, next?: string): Promise<AccountPage<ApiKey>> {
    const page = await listPage(this.#table, { list: 'keys', owner: owner ?? undefined, limit, next });
    return { rows: page.items.map((item) => storedRow('an API key', ApiKey, rowOf(item))), next: page.next };
  }

  async revokeKey(id: string, at: number): Promise<void> {
    const expression = new Expression();
    const condition = `${expression.exists(PARTITION_KEY)} AND ${expression.compare('revokedAt', '=', null)}`;
    await this.#table.update(apiKeyKey(id), { expression, update: expression.set({ revokedAt: at }), condition });
  }

  async takePlace(owner: string, { execution, most, now }: Parameters<AccountStore['takePlace']>[1]): Promise<boolean> {
    const expression = new Expression();
    const written = await this.#table.update(placesKey(owner), {
      expression,
      update: `${expression.set({ [execution]: now })} ADD ${expression.name(HELD)} ${expression.value(1)}`,
      condition: `${expression.absent(execution)} AND (${expression.absent(HELD)} OR ${expression.compare(HELD, '<', most)})`,
    });
    return written.done || written.found?.[execution] !== undefined; // held before, or taken by a try whose answer was lost
  }

  async releasePlace(owner: string, execution: ExecutionId): Promise<void> {
    const expression = new Expression();
    await this.#table.update(placesKey(owner), {
      expression,
      update: `${expression.remove(execution)} ADD ${expression.name(HELD)} ${expression.value(-1)}`,
      condition: expression.exists(execution),
    });
  }

  async places(owner: string): Promise<{ execution: ExecutionId; takenAt: number }[]> {
    const item = (await this.#table.get(placesKey(owner))) ?? {};
    return Object.entries(item).flatMap(([name, value]) => {
      const id = ExecutionId.safeParse(name);
      return id.success ? [{ execution: id.data, takenAt: Number(value.N) }] : [];
    });
  }

  async countRequest(user: string, now: number, rate: Rate | null): Promise<number> {
    const key = usageKey(user, dayOf(now));
    if (rate === null) {
      const expression = new Expression();
      await this.#table.update(key, { expression, update: oneMore(expression) });
      return 0;
    }
    // The bucket is full, which most are: it begins now; else it continues from where it is, if
    // there is room. A rival that comes between shows where it is.
    let full = true;
    for (let tries = 0; tries < BUCKET_TRIES; tries += 1) {
      const written = await this.#table.update(key, full ? fromFull(rate, now) : fromWhereItIs(rate, now));
      if (written.done) return 0;
      const fullAt = Number(written.found?.fullAt?.N ?? 0);
      const waitMs = fullAt + tokenMs(rate) - now - depthMs(rate);
      if (waitMs > 0) return waitMs;
      full = fullAt <= now;
    }
    return tokenMs(rate);
  }

  async countWork({ execution, user, day, before, after }: ExecutionWork): Promise<void> {
    const expression = new Expression();
    const { pages, usd } = after;
    const once = (field: string, value: number): string =>
      `${expression.name(field)} = if_not_exists(${expression.name(field)}, ${expression.value(value)})`;
    const totals = expression.set({ pages, usd });
    await this.#table.update(workKey(user, day, execution), {
      expression,
      update: `${totals}, ${once('basePages', before.pages)}, ${once('baseUsd', before.usd)}`,
      // A late report does not lower the totals.
      condition: `${expression.absent('pages')} OR (${expression.compare('pages', '<=', pages)} AND ${expression.compare('usd', '<=', usd)})`,
    });
    await this.#storedByCrawl(user, execution, after.storedBytes);
  }

  /** A late report does not lower it. */
  async #storedByCrawl(user: string, execution: ExecutionId, bytes: number): Promise<void> {
    const expression = new Expression();
    await this.#table.update(storedKey(user, execution, 'crawl'), {
      expression,
      update: expression.set({ bytes }),
      condition: `${expression.absent('bytes')} OR ${expression.compare('bytes', '<=', bytes)}`,
    });
  }

  async keepStored({ user, execution, part, bytes }: StoredPart): Promise<void> {
    await this.#table.put(itemOf({ ...storedKey(user, execution, part), bytes }));
  }

  async dropStored({ user, execution }: Pick<StoredPart, 'user' | 'execution'>): Promise<void> {
    const items = await this.#storedParts(storedPrefix(user, execution));
    await deleteAll(
      this.#table,
      items.map((item) => ({ [PARTITION_KEY]: STORED_PARTITION, [SORT_KEY]: item[SORT_KEY]?.S ?? '' })),
    );
  }

  async stored(user: string | null): Promise<number> {
    const items = await this.#storedParts(user === null ? null : storedPrefix(user));
    return items.reduce((sum, item) => sum + numberIn(item, 'bytes'), 0);
  }

  /** @param prefix of the sort keys; null: all */
  #storedParts(prefix: string | null): Promise<Item[]> {
    const expression = new Expression();
    const all = expression.compare(PARTITION_KEY, '=', STORED_PARTITION);
    const where = prefix === null ? all : `${all} AND ${expression.beginsWith(SORT_KEY, prefix)}`;
    return this.#table.query({ expression, where });
  }

  async usage(user: string, from: string, to: string): Promise<DayUsage[]> {
    const expression = new Expression();
    const mine = expression.compare(PARTITION_KEY, '=', userPartition(user));
    // `~` sorts behind `#` and everything in an execution's id.
    const between = `${expression.name(SORT_KEY)} BETWEEN ${expression.value(usageSort(from))} AND ${expression.value(`${usageSort(to)}~`)}`;
    const days = new Map<string, DayUsage>();
    for (const item of await this.#table.query({ expression, where: `${mine} AND ${between}` })) {
      const [, day = ''] = (item[SORT_KEY]?.S ?? '').split('#');
      const sum = days.get(day) ?? { day, requests: 0, pages: 0, usd: 0 };
      days.set(day, {
        day,
        requests: sum.requests + numberIn(item, 'requests'),
        pages: sum.pages + numberIn(item, 'pages') - numberIn(item, 'basePages'),
        usd: sum.usd + numberIn(item, 'usd') - numberIn(item, 'baseUsd'),
      });
    }
    return [...days.values()];
  }

  async addAudit(event: AuditEvent): Promise<void> {
    const { id, at } = event;
    await this.#table.create(itemOf({ ...event, ...auditKey(id), ...listKeys('audit', { at, id }) }));
  }

  async audit(limit: number, next?: string): Promise<AccountPage<AuditEvent>> {
    const page = await listPage(this.#table, { list: 'audit', owner: undefined, limit, next });
    return { rows: page.items.map((item) => storedRow('an audit event', AuditEvent, rowOf(item))), next: page.next };
  }

  block(entry: BlockEntry): Promise<void> {
    return this.#table.put(itemOf({ ...entry, ...blockKey(entry.id) }));
  }

  async unblock(id: string): Promise<'done' | 'missing'> {
    if ((await this.#table.get(blockKey(id))) === null) return 'missing';
    await deleteAll(this.#table, [blockKey(id)]);
    return 'done';
  }

  async blocked(): Promise<BlockEntry[]> {
    const expression = new Expression();
    const where = expression.compare(PARTITION_KEY, '=', BLOCKLIST_PARTITION);
    return (await this.#table.query({ expression, where })).map((item) =>
      storedRow('an entry of the blocklist', BlockEntry, rowOf(item)),
    );
  }
}

/** Subjects may be anything: in a list their digest decides between those of one instant. */
const listedId = ({ id }: User): string => `u${sha256Prefix(id)}`;

const userItem = (user: User): Item =>
  itemOf({ ...user, ...userKey(user.id), ...listKeys('users', { at: user.createdAt, id: listedId(user) }) });

const numberIn = (item: Item, name: string): number => Number(item[name]?.N ?? 0);

const oneMore = (expression: Expression): string => `ADD ${expression.name('requests')} ${expression.value(1)}`;

function fromFull(rate: Rate, now: number) {
  const expression = new Expression();
  return {
    expression,
    update: `${expression.set({ fullAt: now + tokenMs(rate) })} ${oneMore(expression)}`,
    condition: `${expression.absent('fullAt')} OR ${expression.compare('fullAt', '<=', now)}`,
  };
}

function fromWhereItIs(rate: Rate, now: number) {
  const expression = new Expression();
  const fullAt = expression.name('fullAt');
  return {
    expression,
    update: `SET ${fullAt} = ${fullAt} + ${expression.value(tokenMs(rate))} ${oneMore(expression)}`,
    condition: `${expression.compare('fullAt', '>', now)} AND ${expression.compare('fullAt', '<=', now + depthMs(rate) - tokenMs(rate))}`,
  };
}
