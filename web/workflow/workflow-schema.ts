import { ApiProblem } from '#api/client/client.ts';
import { localProblem } from '../session/problem.ts';
import type { Draft } from './start-crawl.ts';

/** The control of a field. */
export type FieldKind = 'text' | 'number' | 'choice' | 'boolean' | 'lines' | 'json';

/** One field of a workflow. Help, default and choices come from the API's OpenAPI description. */
export interface WorkflowField {
  /** `limits.pages`. */
  readonly path: string;
  readonly kind: FieldKind;
  readonly help: string;
  readonly choices: readonly string[];
  readonly nullable: boolean;
  /** The default as text of the control. */
  readonly defaultText: string;
}

export interface FieldGroup {
  /** Empty for top-level fields. */
  readonly name: string;
  readonly fields: readonly WorkflowField[];
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Fetches the schema of workflows from the API. @throws ApiProblem */
export async function fetchFieldGroups(fetchRaw: (path: string) => Promise<Response>): Promise<readonly FieldGroup[]> {
  const text = (await (await fetchRaw('/openapi.json')).json()) as {
    components?: { schemas?: { WorkflowDefinition?: Schema } };
  };
  const schema = text.components?.schemas?.WorkflowDefinition;
  if (schema?.properties === undefined) throw new ApiProblem(localProblem('The server does not describe workflows.'));
  return groupsOf(schema.properties);
}

/** Adds the names of the server's plug-ins to the help of the field `plugins`. */
export const withPlugins = (groups: readonly FieldGroup[], plugins: readonly string[]): readonly FieldGroup[] => {
  const known = plugins.length === 0 ? 'This server has none.' : `This server has ${plugins.join(', ')}.`;
  return groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) =>
      field.path === 'plugins' ? { ...field, help: `${field.help} ${known}` } : field,
    ),
  }));
};

function groupsOf(properties: Readonly<Record<string, Schema>>): readonly FieldGroup[] {
  const alone: WorkflowField[] = [];
  const groups: FieldGroup[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const { properties: inner } = schema;
    if (inner === undefined) alone.push(fieldOf(name, schema));
    else groups.push({ name, fields: Object.entries(inner).map(([field, part]) => fieldOf(`${name}.${field}`, part)) });
  }
  return [{ name: '', fields: alone }, ...groups];
}

function fieldOf(path: string, schema: Schema): WorkflowField {
  const forms = schema.anyOf ?? [schema];
  const real = forms.filter(({ type }) => type !== 'null');
  const [form = schema] = real;
  const kind = kindOf(real);
  const choices = (form.enum ?? []).filter((value) => value !== null).map(String);
  const nullable = real.length < forms.length || (form.enum ?? []).includes(null);
  return { path, kind, help: schema.description ?? '', choices, nullable, defaultText: toText(kind, schema.default) };
}

function kindOf([form, other]: readonly Schema[]): FieldKind {
  if (form === undefined) return 'json';
  const list = form.type === 'array' ? form : other?.type === 'array' ? other : null;
  if (list !== null) return isText(list.items) || list.items?.anyOf?.some(isText) ? 'lines' : 'json';
  if (other !== undefined) return isReference(other) ? 'text' : 'json';
  if (form.enum !== undefined) return 'choice';
  if (form.type === 'boolean') return 'boolean';
  if (form.type === 'integer' || form.type === 'number') return 'number';
  return form.type === 'string' ? 'text' : 'json';
}

/** A text, or a reference to a secret, which is JSON in the same control. */
const isReference = ({ properties }: Schema): boolean => properties?.secretRef !== undefined;

const isText = (item: Schema | undefined): boolean => item?.type === 'string' || item?.enum !== undefined;

/** Formats a value for its control. Absent is empty text: the default applies. */
export function toText(kind: FieldKind, value: unknown): string {
  if (value === undefined) return '';
  if (kind === 'json') return value === null ? 'null' : JSON.stringify(value, null, 2);
  if (value === null) return 'none';
  if (kind === 'lines') return Array.isArray(value) ? value.map(toLine).join('\n') : String(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A seed with rules: `https://example.org/news depth=2 period=6h`, as the API reads it. */
function toLine(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const { url, ...rules } = item as Record<string, unknown>;
  return [url, ...Object.entries(rules).map(([name, value]) => `${name}=${value}`)].join(' ');
}

/**
 * Parses the text of a control. Invalid text goes to the API unchanged, which explains what is
 * allowed.
 */
export function parseText({ kind, nullable, path }: WorkflowField, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (nullable && trimmed === 'none') return null;
  if (kind === 'boolean') return trimmed === 'true';
  if (kind === 'number') return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed);
  if (kind === 'lines') return readLines(path, trimmed);
  if (kind !== 'json' && !(path === 'fetch.proxy' && trimmed.startsWith('{'))) return text;
  try {
    return JSON.parse(trimmed);
  } catch {
    return trimmed;
  }
}

function readLines(path: string, text: string): unknown {
  const lines = text.split('\n').map((line) => line.trim());
  if (path === 'sitemaps' && (text === 'auto' || text === 'off')) return text;
  return text === 'none' ? [] : lines.filter((line) => line !== '');
}

/** Texts of all controls for a definition, by path. */
export function textsOf(groups: readonly FieldGroup[], draft: Draft): Record<string, string> {
  const all = groups.flatMap(({ fields }) => fields);
  return Object.fromEntries(all.map(({ path, kind }) => [path, toText(kind, valueAt(draft, path))]));
}

function valueAt(draft: Draft, path: string): unknown {
  const [first = '', second] = path.split('.');
  const value = draft[first];
  if (second === undefined) return value;
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[second] : undefined;
}

/** The definition in the controls. Empty controls are absent. */
export function draftOf(groups: readonly FieldGroup[], texts: Readonly<Record<string, string>>): Draft {
  const draft: Record<string, unknown> = {};
  for (const { name, fields } of groups) {
    const part: Record<string, unknown> = {};
    for (const field of fields) {
      const value = parseText(field, texts[field.path] ?? '');
      if (value !== undefined) part[field.path.slice(name === '' ? 0 : name.length + 1)] = value;
    }
    if (name === '') Object.assign(draft, part);
    else if (Object.keys(part).length > 0) draft[name] = part;
  }
  return draft;
}
