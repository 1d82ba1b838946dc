import { SurfError } from '#core/error.ts';
import { nearestName } from '#core/faults/nearest-name.ts';
import { parseRateText } from '#core/politeness/rate/request-rate.ts';
import { parseWindowText } from '#core/politeness/visits/visit-window.ts';
import { type FieldKind, type WorkflowField, workflowFields } from '#core/workflow/fields/workflow-fields.ts';

/** A command-line option that sets a field of the workflow. */
export interface WorkflowFlag {
  /** Without dashes: `pages-per-host`. */
  readonly flag: string;
  readonly path: readonly string[];
  /**
   * A `list` may be given again for each item; `headers` is a list of `Name: value`, `window` a
   * text.
   */
  readonly kind: Exclude<FieldKind, 'map' | 'record'>;
  readonly values?: readonly string[];
  /** Does `none` represent null? In a list, `none` represents no item. */
  readonly nullable: boolean;
}

/** A flag as it was given; the flag with or without dashes before it. */
export interface GivenFlag {
  readonly flag: string;
  readonly value: string;
}

/**
 * Names of fields whose last name alone would say too little, or that have a shorter common name.
 */
const OWN_NAMES: Readonly<Record<string, string>> = {
  'scope.mode': 'scope',
  'politeness.delaySeconds': 'delay',
  'fetch.headers': 'header',
  'revisit.policy': 'revisit',
  'focus.words': 'focus',
  'focus.pattern': 'focus-pattern',
  'focus.threshold': 'focus-threshold',
  'external.keep': 'external',
  'external.allowed': 'external-allowed',
  'external.banned': 'external-banned',
  'external.checks': 'external-checks',
};

/** The flag of a field: its last name in kebab case. */
export function flagOf(field: Pick<WorkflowField, 'path'>): string {
  const name = field.path.at(-1) ?? '';
  return OWN_NAMES[field.path.join('.')] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** One flag for each field of the workflow, in the order of the schema. */
export function workflowFlags(): WorkflowFlag[] {
  return workflowFields().map((field) => ({
    flag: flagOf(field),
    path: field.path,
    kind: field.kind === 'map' ? 'list' : field.kind === 'record' ? 'string' : field.kind,
    ...(field.values === undefined ? {} : { values: field.values }),
    nullable: field.nullable,
  }));
}

type Mapping = Readonly<Record<string, unknown>>;

/**
 * Puts flags into a raw document, over its own values; a list given by flags replaces the
 * document's list, a header is added to the document's. Values that should be a number or boolean,
 * and are none, stay as they are: `checkWorkflow` reports them.
 *
 * @param document result of `parseDocument`; undefined or null if there is none. Not changed
 * @returns a new document for `checkWorkflow`
 * @throws SurfError `COMMAND_USAGE` for an unknown flag or a header without colon
 */
export function applyFlags(document: unknown, flags: readonly GivenFlag[]): unknown {
  const known = new Map(flags.length === 0 ? [] : workflowFlags().map((flag) => [flag.flag, flag]));
  const begun = new Set<string>();
  let result: unknown = document ?? {};
  for (const given of flags) {
    const name = given.flag.replace(/^--?/, '');
    const flag = known.get(name);
    if (flag === undefined) throw unknownFlag(name, [...known.keys()]);
    result = changed(result, flag.path, (old) => newValue(flag, given.value, begun.has(name) ? old : undefined, old));
    begun.add(name);
  }
  return result;
}

/**
 * A copy of `document` with another value at `path`; the document itself if something other than a
 * mapping is in the way.
 */
function changed(document: unknown, path: readonly string[], change: (old: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(document);
  if (document !== undefined && !isMapping(document)) return document;
  return { ...document, [name]: changed(document?.[name], rest, change) };
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param begun value that earlier uses of this flag made; undefined at its first
 * @param old value in the document
 */
function newValue(flag: WorkflowFlag, text: string, begun: unknown, old: unknown): unknown {
  if (flag.path.at(-1) === 'headers') return withHeader(isMapping(old) ? old : {}, text);
  if (flag.path.at(-1) === 'sitemaps' && flag.values?.includes(text)) return text;
  if (flag.kind === 'list') {
    const items = Array.isArray(begun) ? begun : [];
    return text === 'none' ? [] : [...items, ...itemsIn(flag, text)];
  }
  if (flag.nullable && (text === 'none' || (text === 'null' && flag.kind !== 'string'))) return null;
  if (flag.path.at(-1) === 'proxy') return referenceIn(text);
  if (flag.path.at(-1) === 'window') return parseWindowText(text) ?? text;
  if (flag.kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return flag.kind === 'number' || flag.kind === 'integer' ? numberOr(text) : text;
}

function itemsIn({ flag, path }: WorkflowFlag, text: string): unknown[] {
  if (path.at(-1) === 'rateByHour') return [parseRateText(text) ?? text];
  return flag === 'focus' ? wordsIn(text) : [text];
}

/** `web crawler, robots.txt`: no word of a topic has a comma. */
const wordsIn = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const numberOr = (text: string): number | string => (NUMBER.test(text) ? Number(text) : text);

function withHeader(headers: Mapping, text: string): Mapping {
  const colon = text.indexOf(':');
  if (colon > 0) {
    const name = text.slice(0, colon).trim();
    const others = Object.entries(headers).filter(([other]) => other.toLowerCase() !== name.toLowerCase());
    return Object.fromEntries([...others, [name, referenceIn(text.slice(colon + 1).trim())]]);
  }
  throw new SurfError('COMMAND_USAGE', '--header has no colon; allowed: "Name: value"', {
    remedy: "for example --header 'Accept-Language: en', or --header 'Authorization: {secretRef: NAME}'",
  });
}

/** `{secretRef: NAME}`, as a workflow file has it, is a reference; all other text is the value. */
const REFERENCE = /^\{\s*"?secretRef"?\s*:\s*"?([^"{},\s]+)"?\s*(?:,\s*"?plainHttp"?\s*:\s*(true|false)\s*)?\}$/;

function referenceIn(text: string): unknown {
  const [, secretRef, plainHttp] = REFERENCE.exec(text) ?? [];
  if (secretRef === undefined) return /^\{\s*"?secretRef\b/.test(text) ? { secretRef: null } : text;
  return { secretRef, ...(plainHttp !== undefined && { plainHttp: plainHttp === 'true' }) };
}

function unknownFlag(name: string, known: readonly string[]): SurfError {
  return new SurfError(
    'COMMAND_USAGE',
    `unknown flag --${name.slice(0, 100)}; did you mean --${nearestName(name, known)}?`,
  );
}
