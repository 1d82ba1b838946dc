/** The keywords of a JSON Schema that decide a type, and those that its comment shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
  readonly default?: unknown;
}

const SHAPE = 'type enum anyOf oneOf allOf items properties required additionalProperties';
const LIMITS = 'pattern format minimum maximum exclusiveMinimum minLength maxLength minItems maxItems propertyNames';
const KEYWORDS = new Set(`$ref ${SHAPE} ${LIMITS} description default example`.split(' '));

/**
 * The TypeScript type of a schema. Limits such as `maxLength` have no type.
 *
 * @param indent spaces before the line that the type is on
 * @throws Error for a keyword that it does not know: the type would be wrong
 */
export function typeOf(schema: Schema, indent = ''): string {
  const unknown = Object.keys(schema).find((keyword) => !KEYWORDS.has(keyword));
  if (unknown !== undefined) throw new Error(`the types of the client do not know the keyword ${unknown}`);
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return union(either.map((each) => typeOf(each, indent)));
  if (schema.allOf !== undefined) return intersection(schema.allOf.map((each) => typeOf(each, indent)));
  if (schema.type === undefined) return 'unknown';
  return union([schema.type].flat().map((name) => namedType(name, schema, indent)));
}

function namedType(name: string, schema: Schema, indent: string): string {
  if (name === 'integer') return 'number';
  if (name === 'array') return `${grouped(typeOf(schema.items ?? {}, indent))}[]`;
  return name === 'object' ? objectType(schema, indent) : name;
}

/** Members that the schema does not name are allowed by `additionalProperties` alone. */
function objectType({ properties, required, additionalProperties }: Schema, indent: string): string {
  const more = additionalProperties === undefined || additionalProperties === false ? null : additionalProperties;
  const others = more === null ? [] : [`{ [name: string]: ${more === true ? 'unknown' : typeOf(more, indent)} }`];
  if (properties === undefined) return others[0] ?? 'Record<string, never>';
  const members = Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    optional: required?.includes(name) !== true,
  }));
  return intersection([membersType(members, indent), ...others]);
}

/** A member of an object type. */
export interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly optional: boolean;
}

/** An object type with one member a line, each below its comment. */
export function membersType(members: readonly Member[], indent: string): string {
  const inner = `${indent}  `;
  const lines = members.map(({ name, schema, optional }) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${commentOf(schema, inner)}${inner}${key}${optional ? '?' : ''}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

/** A line with the description and the default, or nothing. */
export function commentOf({ description, default: value }: Schema, indent: string): string {
  const parts = [description ?? '', value === undefined ? '' : `@default ${JSON.stringify(value)}`];
  const text = parts.filter((part) => part !== '').join(' ');
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`;
}

/** `unknown` takes no part in an intersection. */
function intersection(types: readonly string[]): string {
  const known = types.filter((type) => type !== 'unknown');
  return known.map((type) => (known.length > 1 ? grouped(type) : type)).join(' & ') || 'unknown';
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/** Parenthesizes a type whose parts an operator would otherwise bind. */
const grouped = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type);
