import { readFileSync } from 'node:fs';
import { type WorkflowField, workflowFields } from '#core/workflow/workflow-fields.ts';
import { flagOf } from '#core/workflow/workflow-flags.ts';

const INTRODUCTION = new URL('workflow-intro.md', import.meta.url);

/** The whole of docs/workflow.md: the introduction, written by hand, and the table of all fields, from the schema. */
export function renderWorkflowDoc(): string {
  const head = ['| field | flag | allowed | default | meaning |', '| --- | --- | --- | --- | --- |'];
  return `${readFileSync(INTRODUCTION, 'utf8')}${[...head, ...workflowFields().map(row)].join('\n')}\n`;
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
