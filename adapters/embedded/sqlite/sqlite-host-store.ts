import type { Row, SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import type { HostStore, LeaseAnswer, LeaseOwner, RobotsPointer } from '#core/politeness/hosts/host-store.ts';
import { decideLease, decideRelease, endLease, FREE_LEASE, type LeaseRow } from '#core/politeness/hosts/lease.ts';

/** Leases and robots pointers in SQLite: read, decide and write within one transaction. */
export class SqliteHostStore implements HostStore {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async lease(host: HostKey, owner: LeaseOwner, now: number, delayMs: number): Promise<LeaseAnswer> {
    return this.#database.transaction('ordered', () => {
      const before = this.#row(host);
      const { answer, row } = decideLease(before, owner, now, delayMs);
      if (row !== before) this.#save(host, row);
      return answer;
    });
  }

  async release(host: HostKey, owner: LeaseOwner, nextAllowedAt: number): Promise<void> {
    this.#database.transaction('ordered', () => {
      const before = this.#row(host);
      const row = decideRelease(before, owner, nextAllowedAt);
      if (row !== before) this.#save(host, row);
    });
  }

  async endLeases(owner: LeaseOwner, now: number): Promise<void> {
    this.endLeasesOf(owner, now);
  }

  /**
   * Releases the leases of all units of an execution. Not in the port: it takes a machine that all
   * workers share to know that all of them are dead.
   * @param owner one owner, or the beginning of several that ends with `/`
   */
  endLeasesOf(owner: string, now: number): void {
    const after = `${owner.slice(0, -1)}${String.fromCharCode(owner.charCodeAt(owner.length - 1) + 1)}`;
    const [sql, ...values] = owner.endsWith('/')
      ? ['SELECT * FROM hosts WHERE owner >= ? AND owner < ?', owner, after]
      : ['SELECT * FROM hosts WHERE owner = ?', owner];
    this.#database.transaction('ordered', () => {
      for (const row of this.#database.all(sql, ...values)) {
        const before = leaseRow(row);
        const ended = endLease(before, now);
        if (ended !== before) this.#save(String(row.host) as HostKey, ended);
      }
    });
  }

  async robots(origin: string): Promise<RobotsPointer | null> {
    const row = this.#database.get('SELECT json FROM robots WHERE origin = ?', origin);
    return row === undefined ? null : (JSON.parse(String(row.json)) as RobotsPointer);
  }

  async saveRobots(pointer: RobotsPointer): Promise<void> {
    this.#database.run('INSERT OR REPLACE INTO robots VALUES (?, ?)', pointer.origin, JSON.stringify(pointer));
  }

  #row(host: HostKey): LeaseRow {
    const row = this.#database.get('SELECT * FROM hosts WHERE host = ?', host);
    return row === undefined ? FREE_LEASE : leaseRow(row);
  }

  #save(host: HostKey, row: LeaseRow): void {
    this.#database.run(
      'INSERT OR REPLACE INTO hosts VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      host,
      row.owner,
      row.leaseUntil,
      row.nextAllowedAt,
      row.found,
      row.wanted,
      row.wantedUntil,
      row.releasedBy,
    );
  }
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

const leaseRow = (row: Row): LeaseRow => ({
  owner: textOrNull(row.owner),
  leaseUntil: Number(row.lease_until),
  nextAllowedAt: Number(row.next_allowed_at),
  found: Number(row.found),
  wanted: textOrNull(row.wanted),
  wantedUntil: Number(row.wanted_until),
  releasedBy: textOrNull(row.released_by),
});
