import { type WorkflowField, workflowFields } from '#core/workflow/fields/workflow-fields.ts';
import { flagOf } from '#core/workflow/fields/workflow-flags.ts';

const MARK = /^<!-- The table is written from the schema.*-->$/m;

/**
 * docs/reference/workflow.md as it should be: the text above the mark, written by hand, and the
 * table of all fields, from the schema.
 *
 * @param page docs/reference/workflow.md as it is
 * @throws Error when the mark is gone
 */
export function renderWorkflowDoc(page: string): string {
  const mark = MARK.exec(page);
  if (mark === null) throw new Error('docs/reference/workflow.md has no mark above its table');
  const head = ['| field | flag | allowed | default | meaning |', '| --- | --- | --- | --- | --- |'];
  return `${page.slice(0, mark.index)}${mark[0]}\n\n${[...head, ...workflowFields().map(row)].join('\n')}\n`;
}

function row(field: WorkflowField): string {
  const cells = [code(field.path.join('.')), code(`--${flagOf(field)}`), allowed(field), defaultOf(field)];
  return `| ${[...cells, field.description].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const code = (text: string): string => `\`${text}\``;

const allowed = (field: WorkflowField): string => field.allowed.replace(/\^\S+\$/, code);

function defaultOf(field: WorkflowField): string {
  if (field.required) return 'required';
  const value = field.defaultValue;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((item) => code(String(item))).join(' ');
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}
