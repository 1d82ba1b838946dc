import { type Item, itemOf, rowOf } from '#adapters/aws/attributes.ts';
import type { AwsCalls } from '#adapters/aws/aws-calls.ts';
import type { DynamoTable } from '#adapters/aws/dynamo-table.ts';
import { Expression } from '#adapters/aws/expression.ts';
import { hostKey, robotsKey } from '#adapters/aws/keys.ts';
import { PARTITION_KEY, PURGE_AT } from '#adapters/aws/names.env.ts';
import { secondsAfter } from '#adapters/aws/purge.ts';
import type { HostBook, LeaseAnswer, LeaseOwner, RobotsPointer } from '#core/politeness/host-book.ts';
import type { HostKey } from '#core/politeness/host-key.ts';
import { decideLease, FREE_LEASE, type LeaseRow } from '#core/politeness/lease.ts';

/** Counts the writes of a host's row; a write says which one it has read. */
const REVISION = 'revision';
/** A row whose every time has passed so long ago says no more than no row. */
const KEPT_DAYS = 2;

/** Leases and robots pointers in DynamoDB: read, decide, write if nobody has written since. */
export class DynamoHostBook implements HostBook {
  readonly #table: DynamoTable;
  readonly #calls: AwsCalls;

  constructor(table: DynamoTable, calls: AwsCalls) {
    this.#table = table;
    this.#calls = calls;
  }

  async lease(host: HostKey, owner: LeaseOwner, now: number, delayMs: number): Promise<LeaseAnswer> {
    let item = await this.#table.get(hostKey(host));
    for (let tried = 1; ; tried++) {
      const before = item === null ? FREE_LEASE : leaseRow(item);
      const { answer, row } = decideLease(before, owner, now, delayMs);
      if (row === before) return answer;
      const written = await this.#save(host, row, item);
      if (written.done) return answer;
      item = written.found;
      await this.#calls.backOff(Math.min(tried, 4)); // each time one of the rivals gets through
    }
  }

  async release(host: HostKey, owner: LeaseOwner, nextAllowedAt: number): Promise<void> {
    const expression = new Expression();
    const purgeAt = secondsAfter(nextAllowedAt, KEPT_DAYS);
    const free = expression.set({ owner: null, nextAllowedAt, releasedBy: owner, [PURGE_AT]: purgeAt });
    const revision = expression.name(REVISION);
    await this.#table.update(hostKey(host), {
      expression,
      update: `${free}, ${revision} = ${revision} + ${expression.value(1)}`,
      condition: expression.compare('owner', '=', owner),
    });
  }

  async robots(origin: string): Promise<RobotsPointer | null> {
    const item = await this.#table.get(robotsKey(origin));
    if (item === null) return null;
    const { status, hash, object, fetchedAt, expiresAt } = rowOf(item) as unknown as RobotsPointer;
    return { origin, status, hash, object, fetchedAt, expiresAt };
  }

  async saveRobots(pointer: RobotsPointer): Promise<void> {
    const purgeAt = secondsAfter(pointer.expiresAt, KEPT_DAYS);
    await this.#table.put(itemOf({ ...pointer, ...robotsKey(pointer.origin), [PURGE_AT]: purgeAt }));
  }

  #save(host: HostKey, row: LeaseRow, read: Item | null) {
    const expression = new Expression();
    const revision = Number(read?.[REVISION]?.N ?? 0);
    const latest = Math.max(row.leaseUntil, row.nextAllowedAt, row.wantedUntil);
    const beside = { [REVISION]: revision + 1, [PURGE_AT]: secondsAfter(latest, KEPT_DAYS) };
    const condition = read === null ? expression.absent(PARTITION_KEY) : expression.compare(REVISION, '=', revision);
    return this.#table.put(itemOf({ ...row, ...hostKey(host), ...beside }), { expression, condition });
  }
}

const leaseRow = (item: Item): LeaseRow => {
  const row = rowOf(item) as unknown as LeaseRow;
  const { owner, leaseUntil, nextAllowedAt, found, wanted, wantedUntil, releasedBy } = row;
  return { owner, leaseUntil, nextAllowedAt, found, wanted, wantedUntil, releasedBy };
};
