import { encodeRunningCursor, type RunningCursor } from '#core/execution/running-cursor.ts';
import type { PageRecord } from '#engine/page-chunks/page-record.ts';
import type { ReadBudget } from '#engine/page-chunks/read-budget.ts';
import type { RecordPages } from '#engine/page-chunks/record-pages.ts';
import type { RunningWave } from '#engine/running/running-wave.ts';

export interface RunningRecordsParts {
  readonly running: RunningWave;
  readonly reader: RecordPages;
  readonly budget: ReadBudget;
}

/** Most bytes of one answer, as for settled pages. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Pages of the wave that runs, from a place on: chunk by chunk of one unit after the other. No unit
 * and no chunk is begun once the budget is spent.
 */
export async function runningRecords(
  { running, reader, budget }: RunningRecordsParts,
  from: RunningCursor,
  room: number,
): Promise<{ items: PageRecord[]; next: string | null }> {
  const items: PageRecord[] = [];
  let bytes = 0;
  let cursor = from;
  for (const units = await running.units(); ; ) {
    const unit = units[cursor.part];
    if (unit === undefined) return { items, next: null };
    if (budget.isSpent || items.length >= room || bytes >= MOST_BYTES) break;
    const base = (await running.chunks(unit.unit))[cursor.chunk];
    if (base === undefined) {
      cursor = { ...cursor, part: cursor.part + 1, chunk: 0, line: 0 };
      continue;
    }
    const behind = { ...cursor, chunk: cursor.chunk + 1, line: 0 };
    for await (const found of reader.runningPagesOf({ running, unit, base }, cursor, room - items.length)) {
      if ('stoppedAt' in found) {
        return { items, next: encodeRunningCursor({ ...cursor, line: found.stoppedAt.line }) };
      }
      items.push(found.item);
      bytes += Buffer.byteLength(JSON.stringify(found.item));
      if (items.length < room && bytes < MOST_BYTES) continue;
      return { items, next: encodeRunningCursor({ ...cursor, line: found.next.line }) };
    }
    cursor = behind;
  }
  return { items, next: encodeRunningCursor(cursor) };
}
