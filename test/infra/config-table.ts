import * as z from 'zod';

interface Field {
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Field>>;
}

/** Lines of the table of fields: name, default, meaning; made from the schema. */
export function configTable(schema: z.ZodType): string[] {
  return linesOf(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Field,
    '',
    (schema as z.ZodType).parse({}),
  );
}

function linesOf({ properties = {} }: Field, prefix: string, defaults: unknown): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    if (name === '$schema') return [];
    const value = (defaults as Record<string, unknown>)[name];
    const { description } = field;
    const own =
      description === undefined ? [] : [`| \`${prefix}${name}\` | \`${JSON.stringify(value)}\` | ${description} |`];
    return field.properties === undefined || own.length > 0 ? own : linesOf(field, `${prefix}${name}.`, value);
  });
}
