import type { Outcome } from '#core/model/outcome.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { DifferenceCode } from '#engine/verify/audit/difference.ts';
import type { KnownTask, SettledTask } from '#engine/verify/audit/known-task.ts';
import type { Line } from '#engine/verify/audit/object-reader.ts';
import { restOf } from '#engine/verify/tasks/settle-tasks.ts';

/** Compares a row of a settled task with what its outcome line says. */
export function checkRow(
  audit: Audit,
  row: Line,
  of: { task: KnownTask; settled: SettledTask; code: DifferenceCode; where: string },
): void {
  const { task, settled, code, where } = of;
  const found = row.outcome as Outcome | undefined;
  const expected = settled.outcome;
  if (found?.type === 'duplicate' && expected.type === 'duplicate' && found.of !== expected.of) {
    audit.differences.add('duplicate-holder', where, { expected: expected.of, found: found.of });
  } else
    audit.differences.compare(code, `${where} outcome`, { expected: outcomeText(expected), found: outcomeText(found) });
  const says = { expected: sayOfTask(task, settled), found: sayOfRow(row) };
  audit.differences.compare(code, where, says);
  if (row.chunk !== undefined) {
    audit.differences.compare(code, `${where} chunk`, { expected: settled.chunk, found: row.chunk });
  }
  const rest = restOf(row);
  if (settled.rest === '' || rest === settled.rest) return;
  const fields = 'contentType, title, titleCut, cut, attempts, startedAt, endedAt and errors of the outcome line';
  audit.differences.add(code, where, { expected: fields, found: 'others' });
}

function sayOfTask(task: KnownTask, settled: SettledTask): string {
  const { status, bytes, object, offset, length } = settled;
  const archived = object === null ? null : [object, offset, length];
  return JSON.stringify([1, task.url, task.level, task.rank, task.via, status, bytes, archived]);
}

function sayOfRow(row: Line): string {
  const { v, url, level, rank, via, status, bytes } = row;
  const at = row.archived as { object?: unknown; offset?: unknown; length?: unknown } | null | undefined;
  const archived = at ? [at.object, at.offset, at.length] : null;
  return JSON.stringify([v, url, level, rank, via ?? null, status ?? null, bytes ?? null, archived]);
}

function outcomeText(outcome: Outcome | undefined): string {
  const { type, reason, rule, of, to } = (outcome ?? {}) as Readonly<Record<string, unknown>>;
  return JSON.stringify([type, reason ?? of ?? to ?? null, rule ?? null]);
}
