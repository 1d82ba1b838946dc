import type { Random } from '#test/site/random.ts';

/** As much of JSON Schema 2020-12 as descriptions of ours use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly default?: unknown;
  readonly example?: unknown;
}

/** Text that has broken something somewhere. */
const NASTY = [
  '',
  ' ',
  'null',
  '-1',
  '0x10',
  '1e309',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  '\u0000',
  '\ud800',
  'ÄÖ日本🙂',
  '__proto__',
  'constructor',
  '{"$gt":""}',
  'x'.repeat(3_000),
];
const MOST_DEPTH = 6;

/** Makes values of schemas: most fit, and `broken` ones do not, in one place or more. */
export class ValueMaker {
  readonly #random: Random;
  readonly #components: Readonly<Record<string, Schema>>;
  /** A value of a place by its name, where one is known that makes sense. */
  readonly #known: (name: string) => unknown;

  constructor(random: Random, components: Readonly<Record<string, Schema>>, known: (name: string) => unknown) {
    this.#random = random;
    this.#components = components;
    this.#known = known;
  }

  valid(schema: Schema, name = '', depth = 0): unknown {
    const known = this.#known(name);
    if (known !== undefined) return known;
    const { $ref, anyOf, oneOf, allOf } = schema;
    if ($ref !== undefined) return this.valid(this.#components[$ref.split('/').at(-1) ?? ''] ?? {}, name, depth);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return this.#random.pick(schema.enum);
    const choices = anyOf ?? oneOf;
    if (choices !== undefined) return this.valid(this.#random.pick(choices), name, depth);
    if (allOf !== undefined) {
      return Object.assign({}, ...allOf.map((part) => this.valid(part, '', depth)));
    }
    const type = Array.isArray(schema.type) ? this.#random.pick(schema.type as readonly string[]) : schema.type;
    return this.#ofType(type as string | undefined, schema, depth);
  }

  /** Text of another form than the schema, or far too much of it. */
  nasty(): string {
    return this.#random.pick(NASTY);
  }

  /** A value with something wrong in it. */
  broken(schema: Schema, name = ''): unknown {
    const value = this.valid(schema, name);
    const { below, pick } = this.#random;
    if (below(3) === 0 || typeof value !== 'object' || value === null) {
      return pick<unknown>([null, [], {}, -1, 1e308, true, this.nasty(), [[[[]]]], { a: { b: 1 } }]);
    }
    const fields = Object.keys(value);
    if (below(3) === 0 || fields.length === 0) return { ...value, [this.nasty().slice(0, 50)]: this.nasty() };
    return { ...value, [pick(fields)]: pick<unknown>([null, -1, this.nasty(), [], {}, 1.5, true]) };
  }

  #ofType(type: string | undefined, schema: Schema, depth: number): unknown {
    const { minimum = 0, maximum = 1_000 } = schema;
    switch (type) {
      case 'integer':
        return Math.trunc(minimum + this.#random.next() * Math.min(maximum - minimum, 1_000));
      case 'number':
        return minimum + this.#random.next() * Math.min(maximum - minimum, 1_000);
      case 'boolean':
        return this.#random.below(2) === 0;
      case 'null':
        return null;
      case 'string':
        return this.#text(schema);
      case 'array': {
        const count = depth > MOST_DEPTH ? 0 : (schema.minItems ?? 0) + this.#random.below(2);
        return Array.from({ length: count }, () => this.valid(schema.items ?? {}, '', depth + 1));
      }
      default:
        return schema.properties === undefined ? {} : this.#object(schema, depth);
    }
  }

  #object({ properties = {}, required = [] }: Schema, depth: number): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(properties)) {
      const wanted = required.includes(name) || (depth <= MOST_DEPTH && this.#random.below(8) === 0);
      if (wanted) made[name] = this.valid(schema, name, depth + 1);
    }
    return made;
  }

  #text({ format, minLength = 0, maxLength = 40 }: Schema): string {
    if (format === 'date-time') return new Date(1_763_700_000_000 + this.#random.below(1e9)).toISOString();
    const length = Math.min(maxLength, minLength + this.#random.below(12));
    return Array.from({ length }, () => this.#random.pick([...'abcxyz0189-_.'])).join('');
  }
}
