import type { FieldFlags } from '#cli/args/command.ts';
import type { Flag } from '#cli/args/flag.ts';
import { type WorkflowField, workflowFields } from '#core/workflow/fields/workflow-fields.ts';
import { flagOf } from '#core/workflow/fields/workflow-flags.ts';

/** The flags of the workflow's fields; `limits`: of its limits only. */
export function fieldFlags(which: FieldFlags): Flag[] {
  return workflowFields()
    .filter(({ path }) => which === 'workflow' || (which === 'limits' && path[0] === 'limits'))
    .map((field) => ({
      name: flagOf(field),
      value: placeholder(field),
      group: GROUPS[field.path.length > 1 ? (field.path[0] ?? '') : ''] ?? 'The crawl',
      boolean: field.kind === 'boolean',
      help: helpOf(field),
    }));
}

/**
 * Headings of the help, by the group of the field; docs/reference/workflow.md has the same order.
 */
const GROUPS: Readonly<Record<string, string>> = {
  scope: 'Which URLs belong to it (scope)',
  links: 'Which links are followed (links)',
  key: 'When two URLs are one page (key)',
  traps: 'Endless sites (traps)',
  focus: 'One topic (focus)',
  limits: 'How much (limits)',
  sample: 'Random walks (sample)',
  politeness: 'How politely (politeness)',
  fetch: 'Requests (fetch)',
  retry: 'Failures (retry)',
  output: 'Stored results (output)',
  external: 'Links that leave the scope (external)',
};

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

/**
 * Help text of a field: effect, allowed values and default, as in the schema. In a flag, `none` is
 * null.
 */
function helpOf({ path, kind, allowed, nullable, defaultValue, description }: WorkflowField): string {
  const isSaid = kind === 'enum' || kind === 'record' || kind === 'boolean' || kind === 'map';
  const initial = nullable && defaultValue === null ? 'none' : shown(defaultValue);
  const facts = [
    isSaid ? '' : allowed.replace(/, or null$/, ', or none'),
    kind === 'list' || kind === 'map' ? 'repeatable' : '',
    initial === '' ? '' : `default ${initial}`,
    path.length > 1 ? path.join('.') : '',
  ];
  return `${plain(description)} [${facts.filter(Boolean).join('; ')}]`;
}

/** Removes the marks of Markdown and writes null as `none`. */
const plain = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replace(/\bnull = /g, 'none = ');

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '' : value.join(' ');
  return value === undefined || typeof value === 'object' ? '' : String(value);
}
