import { type Item, itemOf, rowOf, secondsAfter } from '#adapters/aws/dynamo/attributes.ts';
import type { DynamoTable } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import { deadOwnerKey, hostKey, robotsKey } from '#adapters/aws/dynamo/keys.ts';
import { PARTITION_KEY, PURGE_AT } from '#adapters/aws/environment/names.env.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import type { HostStore, LeaseAnswer, LeaseOwner, RobotsPointer } from '#core/politeness/hosts/host-store.ts';
import {
  decideLease,
  decideRelease,
  endDeadLease,
  FREE_LEASE,
  type LeaseDecision,
  type LeaseRow,
} from '#core/politeness/hosts/lease.ts';

/** Counts the writes of a host's row; a write names the revision that it has read. */
const REVISION = 'revision';
/**
 * Name of the call that took or renewed the lease: a call whose answer was lost sees that it has
 * it, even if others have asked since.
 */
const GRANT = 'grant';
/** A row whose times all passed so long ago says no more than no row. */
const KEPT_DAYS = 2;
/** The wait of rivals grows no further after so many tries. */
const MOST_BACK_OFF = 4;

interface Decided<T> {
  readonly answer: T;
  readonly row: LeaseRow;
}

/** Leases and robots pointers in DynamoDB: read, decide, write if nobody has written since. */
export class DynamoHostStore implements HostStore {
  readonly #table: DynamoTable;

  constructor(table: DynamoTable) {
    this.#table = table;
  }

  async lease(host: HostKey, owner: LeaseOwner, now: number, delayMs: number): Promise<LeaseAnswer> {
    return this.#change(host, async (before): Promise<LeaseDecision> => {
      const decision = decideLease(before, owner, now, delayMs);
      const isHeld = !decision.answer.granted && before.owner !== null && before.owner !== owner;
      const diedAt = isHeld ? await this.#diedAt(before.owner) : null;
      const ended = diedAt === null ? before : endDeadLease(before, diedAt);
      return ended === before ? decision : decideLease(ended, owner, now, delayMs);
    });
  }

  /**
   * Read first, like a lease: a release that was held up on its way must not end a later lease of
   * the same owner.
   */
  async release(host: HostKey, owner: LeaseOwner, nextAllowedAt: number): Promise<void> {
    await this.#change(host, (before) => ({ answer: null, row: decideRelease(before, owner, nextAllowedAt) }));
  }

  /**
   * No index names the leases of an owner: its death is recorded, and a unit that it refuses looks
   * there.
   */
  async endLeases(owner: LeaseOwner, now: number): Promise<void> {
    await this.#table.put(itemOf({ diedAt: now, ...deadOwnerKey(owner), [PURGE_AT]: secondsAfter(now, KEPT_DAYS) }));
  }

  async #diedAt(owner: LeaseOwner | null): Promise<number | null> {
    const item = owner === null ? null : await this.#table.get(deadOwnerKey(owner));
    return item === null ? null : Number(item.diedAt?.N);
  }

  /**
   * Writes the row that `decide` makes of the present one; decides again if another wrote
   * meanwhile.
   */
  async #change<T>(host: HostKey, decide: (before: LeaseRow) => Decided<T> | Promise<Decided<T>>): Promise<T> {
    const name = this.#table.calls.name();
    let item = await this.#table.get(hostKey(host));
    for (let tried = 1; ; tried++) {
      const before = item === null ? FREE_LEASE : leaseRow(item);
      const { answer, row } = await decide(before);
      if (row === before) return answer;
      const grant = row.leaseUntil === before.leaseUntil ? (item?.[GRANT]?.S ?? '') : name;
      const written = await this.#save(host, { row, grant }, item);
      if (written.done || written.found?.[GRANT]?.S === name) return answer;
      item = written.found;
      await this.#table.calls.backOff(Math.min(tried, MOST_BACK_OFF)); // each time one of the rivals gets through
    }
  }

  async robots(origin: string): Promise<RobotsPointer | null> {
    const item = await this.#table.get(robotsKey(origin));
    if (item === null) return null;
    const { status, hash, deflated, object, fetchedAt, expiresAt } = rowOf(item) as unknown as RobotsPointer;
    const small = deflated === undefined ? {} : { deflated };
    return { origin, status, hash, ...small, object, fetchedAt, expiresAt };
  }

  async saveRobots(pointer: RobotsPointer): Promise<void> {
    const purgeAt = secondsAfter(pointer.expiresAt, KEPT_DAYS);
    await this.#table.put(itemOf({ ...pointer, ...robotsKey(pointer.origin), [PURGE_AT]: purgeAt }));
  }

  #save(host: HostKey, { row, grant }: { row: LeaseRow; grant: string }, read: Item | null) {
    const expression = new Expression();
    const revision = Number(read?.[REVISION]?.N ?? 0);
    const latest = Math.max(row.leaseUntil, row.nextAllowedAt, row.wantedUntil);
    const beside = { [REVISION]: revision + 1, [GRANT]: grant, [PURGE_AT]: secondsAfter(latest, KEPT_DAYS) };
    const condition = read === null ? expression.absent(PARTITION_KEY) : expression.compare(REVISION, '=', revision);
    return this.#table.putIf({ item: itemOf({ ...row, ...hostKey(host), ...beside }), expression, condition });
  }
}

const leaseRow = (item: Item): LeaseRow => {
  const row = rowOf(item) as unknown as LeaseRow;
  const { owner, leaseUntil, nextAllowedAt, found, wanted, wantedUntil, releasedBy } = row;
  return { owner, leaseUntil, nextAllowedAt, found, wanted, wantedUntil, releasedBy };
};
