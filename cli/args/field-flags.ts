import type { FieldFlags } from '#cli/args/command.ts';
import type { Flag } from '#cli/args/flag.ts';
import { type WorkflowField, workflowFields } from '#core/workflow/workflow-fields.ts';
import { flagOf } from '#core/workflow/workflow-flags.ts';

/** The flags of the workflow's fields; `limits`: of its limits only. */
export function fieldFlags(which: FieldFlags): Flag[] {
  return workflowFields()
    .filter(({ path }) => which === 'workflow' || (which === 'limits' && path[0] === 'limits'))
    .map((field) => ({
      name: flagOf(field),
      value: placeholder(field),
      boolean: field.kind === 'boolean',
      help: helpOf(field),
    }));
}

function placeholder({ path, kind, values }: WorkflowField): string {
  if (kind === 'map') return 'NAME:VALUE';
  if (path.at(-1) === 'selection') return 'FILE';
  if (kind === 'record') return "'HH:MM-HH:MM ZONE'";
  if (kind === 'boolean') return 'true|false';
  if (kind === 'enum' && values !== undefined) return values.join('|');
  if (kind === 'list' && path.at(-1) === 'sitemaps') return 'auto|off|URL';
  if (path.at(-1) === 'seeds') return 'URL';
  return kind === 'integer' || kind === 'number' ? 'N' : 'TEXT';
}

/** What is allowed, as the schema says; for a flag `none` means null. */
function helpOf({ path, kind, allowed, nullable, defaultValue }: WorkflowField): string {
  const words =
    kind === 'enum' || kind === 'record'
      ? ''
      : kind === 'map'
        ? 'a header; repeatable'
        : allowed.replace(/, or null$/, ', or none');
  const repeat = kind === 'list' ? '; repeatable' : '';
  const initial = nullable && defaultValue === null ? 'none' : shown(defaultValue);
  return `${path.join('.')}: ${[words, initial === '' ? '' : `default ${initial}`].filter(Boolean).join('; ')}${repeat}`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '' : value.join(' ');
  return value === undefined || typeof value === 'object' ? '' : String(value);
}
