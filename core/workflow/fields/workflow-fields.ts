import * as z from 'zod';
import { Workflow } from '#core/workflow/workflow.ts';

/**
 * `map`: names with values; `record`: a mapping of fixed fields that are given together, or not at
 * all.
 */
export type FieldKind = 'number' | 'integer' | 'string' | 'boolean' | 'list' | 'enum' | 'map' | 'record';

/** One field of the workflow that has its own value, as docs, flags and messages show it. */
export interface WorkflowField {
  /** Names from the top: `['limits', 'depth']`. */
  readonly path: readonly string[];
  readonly kind: FieldKind;
  /** Values of an enum, of a list's items if these are an enum, or the alternatives to a list. */
  readonly values?: readonly string[];
  /** May it be null (unlimited, none)? */
  readonly nullable: boolean;
  /** Allowed values, in words: `a whole number from 0 to 1,000,000, or null`. */
  readonly allowed: string;
  readonly required: boolean;
  /** Undefined when it is required. */
  readonly defaultValue: unknown;
  readonly description: string;
}

/** The part of JSON Schema that zod makes of the workflow. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly description?: string;
}

let fields: readonly WorkflowField[] | undefined;

/** All fields, in the order of the schema, which is their only source. */
export function workflowFields(): readonly WorkflowField[] {
  fields ??= fieldsOf(z.toJSONSchema(Workflow, { io: 'input' }) as Schema, []);
  return fields;
}

function fieldsOf(group: Schema, path: readonly string[]): WorkflowField[] {
  return Object.entries(group.properties ?? {}).flatMap(([name, schema]) => {
    const at = [...path, name];
    if (schema.properties !== undefined) return fieldsOf(schema, at);
    return [fieldOf(schema, at, group.required?.includes(name) ?? false)];
  });
}

function fieldOf(schema: Schema, path: readonly string[], required: boolean): WorkflowField {
  const nullable = schema.anyOf?.some(({ type }) => type === 'null') ?? false;
  const choices = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [schema];
  const word = choices.find(({ enum: words }) => words !== undefined);
  const inner = choices.find((choice) => choice !== word) ?? word ?? schema;
  const values = word?.enum ?? inner.items?.enum;
  const reference = choices.length > 1 && choices.some(({ properties }) => properties?.secretRef !== undefined);
  const own =
    word === undefined || word === inner ? allowedBy(inner) : `${word.enum?.join(', ')}, or ${allowedBy(inner)}`;
  const allowed = reference ? `${own}, or {secretRef: NAME}` : own;
  return {
    path,
    kind: kindOf(inner),
    ...(values === undefined ? {} : { values }),
    nullable,
    allowed: nullable ? `${allowed}, or null` : allowed,
    required,
    defaultValue: schema.default,
    description: schema.description ?? '',
  };
}

function kindOf(schema: Schema): FieldKind {
  if (schema.enum !== undefined) return 'enum';
  if (schema.type === 'array') return 'list';
  if (schema.type === 'object') return schema.properties === undefined ? 'map' : 'record';
  return schema.type as FieldKind;
}

function allowedBy(schema: Schema): string {
  switch (kindOf(schema)) {
    case 'enum':
      return `one of ${(schema.enum ?? []).join(', ')}`;
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number ${range(schema.minimum, schema.maximum)}`;
    case 'number':
      return `a number ${range(schema.minimum, schema.maximum)}`;
    case 'string':
      return `a text${length(schema)}${schema.pattern === undefined ? '' : ` that matches ${schema.pattern}`}`;
    case 'list':
      return `a list${count(schema)}, each ${(schema.items?.anyOf ?? [schema.items ?? {}]).map(allowedBy).join(' or ')}`;
    case 'map':
      return 'names with texts, or with {secretRef: NAME}';
    case 'record':
      return `a mapping of ${Object.keys(schema.properties ?? {}).join(', ')}`;
  }
}

/**
 * Commas in whole numbers, up to six decimals. `Intl.NumberFormat` does it too, and its first one
 * takes 20 ms of a command's start.
 */
const shown = (value: number): string =>
  Number.isInteger(value) ? String(value).replace(/\B(?=(?:\d{3})+$)/g, ',') : String(Number(value.toFixed(6)));
const range = (least = 0, most = 0): string => `from ${shown(least)} to ${shown(most)}`;
const length = ({ minLength = 0, maxLength }: Schema): string =>
  maxLength === undefined ? '' : ` of ${shown(minLength)} to ${shown(maxLength)} characters`;
const count = ({ minItems = 0, maxItems }: Schema): string => {
  if (maxItems !== undefined) return ` of ${shown(minItems)} to ${shown(maxItems)}`;
  return minItems > 0 ? ` of at least ${minItems}` : '';
};
