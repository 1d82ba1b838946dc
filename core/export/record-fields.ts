import type { ColumnType } from '#core/export/table-columns.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** A field of the selection policy, as a column of tables. */
export interface RecordField {
  readonly name: string;
  readonly type: ColumnType;
}

/** All fields of the workflow's selection policy, each once, in its order; null when it has none. */
export function recordFields(_workflow: Workflow): RecordField[] | null {
  return null;
}
