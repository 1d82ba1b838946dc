import * as z from 'zod';

/** The parts of a JSON Schema that this module reads. */
interface Node {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** Longest part of a value in a message, in characters. */
const MOST_SHOWN = 100;

/**
 * The faults of a document, one line each: field, value and allowed values; for an unknown field
 * the nearest known one.
 */
export function configFaults(error: z.ZodError, of: { readonly schema: z.ZodType; readonly value: unknown }): string[] {
  const schema = z.toJSONSchema(of.schema, { io: 'input', unrepresentable: 'any' }) as Node;
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    const node = nodeAt(schema, path);
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField([...path, key], node));
    if (issue.code === 'custom') return [`${named(path)}: ${issue.message}`];
    // The pattern's own words; the schema knows only the pattern.
    const own = issue.code === 'invalid_format' && !/^Invalid /.test(issue.message) ? issue.message : null;
    const nested = unknownIn(node, valueAt(of.value, path));
    if (nested !== null) return [unknownField([...path, nested], node)];
    return [`${named(path)}: ${shown(valueAt(of.value, path))}; allowed: ${own ?? allowedBy(node)}`];
  });
}

function unknownField(path: readonly string[], node: Node | undefined): string {
  const known = fieldsOf(node);
  const nearest = nearestOf(path.at(-1) ?? '', known);
  const meant = nearest === null ? '' : ` did you mean ${named([...path.slice(0, -1), nearest])}?`;
  return `${named(path)}: unknown field;${meant} allowed: ${known.join(', ')}`;
}

/** The first field that no form of the object allows; null if there is none. */
function unknownIn(node: Node | undefined, value: unknown): string | null {
  if (node?.anyOf === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const known = fieldsOf(node);
  return Object.keys(value).find((name) => !known.includes(name)) ?? null;
}

const named = (path: readonly string[]): string => (path.length === 0 ? '(top)' : path.join('.'));

const shown = (value: unknown): string =>
  value === undefined ? 'missing' : JSON.stringify(value).slice(0, MOST_SHOWN);

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const name of path)
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined;
  return at;
}

function nodeAt(schema: Node, path: readonly string[]): Node | undefined {
  let at: Node | undefined = schema;
  for (const name of path) {
    at = formsOf(at)
      .map((form) => fieldIn(form, name))
      .find((field) => field !== undefined);
  }
  return at;
}

function fieldIn({ properties, additionalProperties, items }: Node, name: string): Node | undefined {
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === 'object' ? additionalProperties : items;
}

/** A part of the schema and all its alternatives. */
const formsOf = (node: Node | undefined): readonly Node[] =>
  node === undefined ? [] : [node, ...(node.anyOf ?? []).flatMap(formsOf)];

const fieldsOf = (node: Node | undefined): string[] =>
  formsOf(node).flatMap(({ properties }) => Object.keys(properties ?? {}));

/** Allowed values of a field, in words. */
function allowedBy(node: Node | undefined): string {
  if (node === undefined) return 'nothing';
  if (node.anyOf !== undefined) {
    const forms = formsOf(node).filter(({ anyOf }) => anyOf === undefined);
    return listed(forms.map(allowedBy));
  }
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return listed(node.enum.map((choice) => JSON.stringify(choice)));
  switch (node.type) {
    case 'null':
      return 'null';
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number${rangeOf(node)}`;
    case 'number':
      return `a number${rangeOf(node)}`;
    case 'string':
      return `a text${node.maxLength === undefined ? '' : ` of ${node.minLength ?? 0} to ${node.maxLength} characters`}`;
    case 'array':
      return `a list${node.maxItems === undefined ? '' : ` of at most ${node.maxItems}`}, each ${allowedBy(node.items)}`;
    default:
      return node.properties === undefined ? 'an object' : `an object with ${fieldsOf(node).join(', ')}`;
  }
}

function rangeOf({ minimum, exclusiveMinimum, maximum }: Node): string {
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (exclusiveMinimum !== undefined && exclusiveMinimum > Number.MIN_SAFE_INTEGER) return ` above ${exclusiveMinimum}`;
  if (minimum === undefined || minimum === Number.MIN_SAFE_INTEGER) return isBounded ? ` up to ${maximum}` : '';
  return isBounded ? ` from ${minimum} to ${maximum}` : ` from ${minimum}`;
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** The name with the fewest edits from `name`; null if more than half of it would change. */
function nearestOf(name: string, candidates: readonly string[]): string | null {
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: editsBetween(name.slice(0, 60).toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const [first] = ranked;
  return first === undefined || first.edits > Math.max(name.length, first.candidate.length) / 2
    ? null
    : first.candidate;
}

/**
 * Insertions, deletions and replacements (Levenshtein), a row at a time. infra/ shares no run-time
 * code with core/.
 */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
