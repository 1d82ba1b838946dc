import type { Row, SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { MAX_ROWS_PER_TRANSACTION } from '#adapters/embedded/sqlite/sqlite-schema.ts';
import { type UnitLive, type UnitName, UnitRow, type UnitStore } from '#core/execution/unit-store.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import type { ExecutionId } from '#core/model/ids.ts';

const NOTHING_YET: UnitLive = { fetched: 0, stored: 0, failed: 0, bytes: 0, waiting: [] };

/**
 * Unit rows in SQLite. Each call is one statement, so each is atomic; the primary key decides who
 * begins a unit.
 */
export class SqliteUnitStore implements UnitStore {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async begin({ execution, wave, unit }: UnitName, token: string, now: number): Promise<boolean> {
    const created = this.#database.run(
      'INSERT INTO units VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, 0, 0) ON CONFLICT DO NOTHING',
      execution,
      wave,
      unit,
      token,
      now,
      JSON.stringify(NOTHING_YET),
    );
    if (created === 1) return true;
    const row = this.#database.get(
      'SELECT token FROM units WHERE execution = ? AND wave = ? AND unit = ?',
      execution,
      wave,
      unit,
    );
    return row?.token === token;
  }

  async beat(
    { execution, wave, unit }: UnitName,
    token: string,
    { now, live }: { readonly now: number; readonly live: UnitLive },
  ): Promise<void> {
    this.#database.run(
      `UPDATE units SET beat_at = max(beat_at, ?5), live = ?6
       WHERE execution = ?1 AND wave = ?2 AND unit = ?3 AND token = ?4`,
      execution,
      wave,
      unit,
      token,
      now,
      JSON.stringify(live),
    );
  }

  async end({ execution, wave, unit }: UnitName, token: string, now: number): Promise<void> {
    this.#database.run(
      `UPDATE units SET beat_at = max(beat_at, ?5), ended = 1
       WHERE execution = ?1 AND wave = ?2 AND unit = ?3 AND token = ?4`,
      execution,
      wave,
      unit,
      token,
      now,
    );
  }

  async markDied({ execution, wave, unit }: UnitName): Promise<void> {
    this.#database.run(
      'UPDATE units SET died = 1 WHERE execution = ? AND wave = ? AND unit = ? AND ended = 0',
      execution,
      wave,
      unit,
    );
  }

  async rows(execution: ExecutionId, wave: number, units: readonly number[]): Promise<UnitRow[]> {
    const among = 'unit IN (SELECT value FROM json_each(?))';
    const sql = `SELECT * FROM units WHERE execution = ? AND wave = ? AND ${among} ORDER BY unit`;
    return this.#database.all(sql, execution, wave, JSON.stringify(units)).map(parseRow);
  }

  async clear(execution: ExecutionId, wave: number): Promise<void> {
    for (;;) {
      const deleted = this.#database.run(
        `DELETE FROM units WHERE execution = ?1 AND (wave, unit) IN
           (SELECT wave, unit FROM units WHERE execution = ?1 AND wave <= ?2 LIMIT ?3)`,
        execution,
        wave,
        MAX_ROWS_PER_TRANSACTION,
      );
      if (deleted < MAX_ROWS_PER_TRANSACTION) return;
    }
  }
}

const parseRow = (row: Row): UnitRow =>
  storedRow('a unit', UnitRow, {
    v: 1,
    unit: row.unit,
    token: row.token,
    startedAt: row.started_at,
    beatAt: row.beat_at,
    live: JSON.parse(String(row.live)),
    died: row.died === 1,
    ended: row.ended === 1,
  });
