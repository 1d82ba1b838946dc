import type { ColumnType } from '#core/export/tables/column-type.ts';
import type { Field, FieldType, Selection } from '#core/selection/selection.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** A field of the selection policy, or all fields of a plug-in, as a column of tables. */
export interface RecordField {
  readonly name: string;
  readonly type: ColumnType;
  /** Nobody knows the names of a plug-in's fields before the crawl. @default false */
  readonly isPlugin?: boolean;
}

const TYPES: Readonly<Record<FieldType, ColumnType>> = {
  text: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  date: 'time',
  url: 'string',
};

/**
 * The fields at the top of a workflow's selection policy, each once, in its order: those for every
 * page, then those of the rules; then one for all fields of each plug-in. Null: it has none.
 */
export function recordFields({ selection, plugins }: Workflow): RecordField[] | null {
  if (selection === null && plugins.length === 0) return null;
  const selected = selection === null ? [] : selectionFields(selection);
  return [...selected, ...plugins.map((name): RecordField => ({ name, type: 'any', isPlugin: true }))];
}

/** The columns of a policy. One that rules give different types is of type `any`. */
export function selectionFields({ fields, rules }: Pick<Selection, 'fields' | 'rules'>): RecordField[] {
  const types = new Map<string, ColumnType>();
  for (const named of [fields, ...rules.map((rule) => rule.fields)]) {
    for (const [name, field] of Object.entries(named)) {
      const type = typeOf(field);
      types.set(name, (types.get(name) ?? type) === type ? type : 'any');
    }
  }
  return [...types].map(([name, type]) => ({ name, type }));
}

/** Lists, records and what JSON has are as they are. */
function typeOf(field: Field): ColumnType {
  if (typeof field === 'string') return 'string';
  const { all, fields, jsonPath, pointer, keywords, type } = field;
  if (all === true || fields !== undefined || keywords !== undefined) return 'any';
  if (type !== undefined) return TYPES[type];
  return jsonPath !== undefined || pointer !== undefined ? 'any' : 'string';
}
