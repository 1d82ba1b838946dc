import type { UnitLive, UnitName, UnitRow, UnitStore } from '#core/execution/unit-store.ts';
import type { ExecutionId } from '#core/model/ids.ts';

const NOTHING: UnitLive = { fetched: 0, stored: 0, failed: 0, bytes: 0, waiting: [] };

/** Unit rows in memory. */
export class MemoryUnitStore implements UnitStore {
  /** The live counts of each beat. */
  readonly beats: UnitLive[] = [];
  readonly #rows = new Map<string, Map<number, UnitRow>>();

  async begin({ execution, wave, unit }: UnitName, token: string, now: number): Promise<boolean> {
    const rows = this.#of(execution, wave);
    const row = rows.get(unit);
    if (row !== undefined) return row.token === token;
    rows.set(unit, { v: 1, unit, token, startedAt: now, beatAt: now, live: NOTHING, died: false, ended: false });
    return true;
  }

  async beat(...[{ execution, wave, unit }, token, { now, live }]: Parameters<UnitStore['beat']>): Promise<void> {
    this.beats.push(live);
    this.#change({ execution, wave, unit, token }, { beatAt: now, live });
  }

  async end({ execution, wave, unit }: UnitName, token: string, now: number): Promise<void> {
    this.#change({ execution, wave, unit, token }, { beatAt: now, ended: true });
  }

  async markDied({ execution, wave, unit }: UnitName): Promise<void> {
    const row = this.#of(execution, wave).get(unit);
    if (row !== undefined && !row.ended) this.#of(execution, wave).set(unit, { ...row, died: true });
  }

  async rows(execution: ExecutionId, wave: number, units: readonly number[]): Promise<UnitRow[]> {
    const rows = this.#of(execution, wave);
    return units.flatMap((unit) => rows.get(unit) ?? []).sort((a, b) => a.unit - b.unit);
  }

  async clear(execution: ExecutionId, wave: number): Promise<void> {
    for (let n = 0; n <= wave; n++) this.#rows.delete(`${execution}/${n}`);
  }

  #change(of: { execution: ExecutionId; wave: number; unit: number; token: string }, change: Partial<UnitRow>): void {
    const row = this.#of(of.execution, of.wave).get(of.unit);
    if (row?.token === of.token) this.#of(of.execution, of.wave).set(of.unit, { ...row, ...change });
  }

  #of(execution: ExecutionId, wave: number): Map<number, UnitRow> {
    const name = `${execution}/${wave}`;
    const rows = this.#rows.get(name) ?? new Map<number, UnitRow>();
    this.#rows.set(name, rows);
    return rows;
  }
}
