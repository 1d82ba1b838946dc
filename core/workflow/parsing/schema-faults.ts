import type * as z from 'zod';
import type { ErrorCode } from '#core/error.ts';
import { likelyName } from '#core/faults/nearest-name.ts';
import { formatPath, formatValue, valueAt, type WorkflowFault } from '#core/faults/workflow-fault.ts';
import { SeedRules } from '#core/url/seed/seed.ts';
import { type WorkflowField, workflowFields } from '#core/workflow/fields/workflow-fields.ts';
import { flagOf } from '#core/workflow/fields/workflow-flags.ts';
import { MAX_SEEDS } from '#core/workflow/workflow.ts';

type Path = readonly (string | number)[];
type Issue = z.core.$ZodIssue;

const EXPRESSION_FIELDS = /^(?:focus\.pattern$|scope\.(?:urlSelector$|(?:include|exclude|blacklist)\[))/;

/** Faults that the schema finds, in the user's words. @param value the parsed value */
export function schemaFaults(issues: readonly Issue[], value: unknown): WorkflowFault[] {
  if (issues.length === 0) return [];
  const fields = workflowFields();
  return issues.flatMap((issue) => {
    const path = issue.path as Path;
    if (path[0] === 'selection') return []; // selectionFaults says all of it
    if (path[0] === 'seeds') return seedFaultsOf(path, value);
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField([...path, key], fields));
    return [invalidField(issue, value, fields)];
  });
}

function unknownField(path: Path, fields: readonly WorkflowField[]): WorkflowFault {
  return {
    code: 'FIELD_UNKNOWN',
    path,
    describe: () => `unknown field ${formatPath(path)}; ${fieldHint(path, fields)}`,
  };
}

/** The field that the user probably meant, else the fields beside the unknown one. */
function fieldHint(path: Path, fields: readonly WorkflowField[]): string {
  const nearest = nearestField(path, fields);
  if (nearest !== undefined) return `did you mean ${nearest}?`;
  const parents = path.slice(0, -1);
  const beside = neighboursOf(parents, fields).map((field) => field.path[parents.length] ?? '');
  return `${parents.length === 0 ? 'a workflow' : formatPath(parents)} has ${[...new Set(beside)].join(', ')}`;
}

const neighboursOf = (parents: Path, fields: readonly WorkflowField[]): WorkflowField[] =>
  fields.filter((field) => parents.every((part, index) => field.path[index] === part));

/**
 * Path of the known field that the user probably meant: by its name or its flag's, first among its
 * neighbours, then anywhere.
 */
function nearestField(path: Path, fields: readonly WorkflowField[]): string | undefined {
  const named = new Map<string, string>();
  const parents = path.slice(0, -1);
  for (const field of [...neighboursOf(parents, fields), ...fields]) {
    for (const name of [field.path[parents.length] ?? '', field.path.at(-1) ?? '', flagOf(field).replaceAll('-', '')]) {
      const known = named.get(name);
      const isGroup = name === field.path[parents.length] && field.path.length > parents.length + 1;
      if (known === undefined && name !== '') named.set(name, (isGroup ? [...parents, name] : field.path).join('.'));
    }
  }
  return named.get(likelyName(String(path.at(-1)), [...named.keys()]) ?? '');
}

/** Looks at a seed as a text or a mapping: in a mapping, at each field. */
function seedFaultsOf(at: Path, value: unknown): WorkflowFault[] {
  const path = at.slice(0, 2);
  const seed = path.length === 2 ? valueAt(value, path) : undefined;
  if (typeof seed !== 'object' || seed === null || Array.isArray(seed)) return [seedFault(path, value)];
  const issues = SeedRules.safeParse(seed).error?.issues ?? [];
  return issues.flatMap((inner) => {
    if (inner.code === 'unrecognized_keys') {
      return inner.keys.map((key) =>
        fieldOfSeed('FIELD_UNKNOWN', [...path, key], 'is an unknown field; allowed: url, depth, period'),
      );
    }
    const place = [...path, ...(inner.path as Path)];
    const allowed = SEED_FIELDS[String(place.at(-1))];
    if (allowed === undefined) return [seedFault(place, value)];
    return [fieldOfSeed('FIELD_INVALID', place, `is ${formatValue(valueAt(value, place))}; allowed: ${allowed}`)];
  });
}

const SEED_FIELDS: Readonly<Record<string, string>> = {
  depth: 'a whole number from 0 to 1,000,000',
  period: 'a time such as 30m, 6h or 7d',
};

const fieldOfSeed = (code: ErrorCode, path: Path, says: string): WorkflowFault => ({
  code,
  path,
  describe: () => `${formatPath(path)} ${says}`,
});

function seedFault(path: Path, value: unknown): WorkflowFault {
  const seeds = valueAt(value, ['seeds']);
  if (path.length > 1) {
    return {
      code: 'SEED_INVALID',
      path,
      describe: () => `${formatPath(path)} is ${formatValue(valueAt(value, path))}; a seed is an absolute http(s) URL`,
      remedy: 'give the full address, for example https://example.org/',
    };
  }
  if (seeds === undefined || seeds === null || (Array.isArray(seeds) && seeds.length === 0)) {
    return {
      code: 'SEED_MISSING',
      path,
      describe: () => 'the workflow has no seed',
      remedy: 'give at least one start address in seeds, for example https://example.org/',
    };
  }
  if (Array.isArray(seeds)) {
    const allowed = MAX_SEEDS.toLocaleString('en-US');
    return {
      code: 'SEEDS_TOO_MANY',
      path,
      describe: () => `${seeds.length} seeds; at most ${allowed} are allowed`,
      remedy: 'split the crawl into several workflows',
    };
  }
  return {
    code: 'FIELD_INVALID',
    path,
    describe: () => `seeds is ${formatValue(seeds)}; allowed: a list of absolute http(s) URLs`,
  };
}

function invalidField(issue: Issue, value: unknown, fields: readonly WorkflowField[]): WorkflowFault {
  const path = issue.path as Path;
  if (path.length === 0) {
    return {
      code: 'WORKFLOW_INVALID',
      path,
      describe: () => `a workflow is a mapping of fields, got ${formatValue(value)}`,
      remedy: 'start with seeds: and a list of addresses',
    };
  }
  return {
    code: codeOf(issue),
    path,
    describe: () => `${formatPath(path)} is ${shownValue(path, value)}; allowed: ${allowedAt(path, fields)}`,
  };
}

const codeOf = (issue: Issue): ErrorCode =>
  issue.code === 'too_big' && issue.origin === 'string' && EXPRESSION_FIELDS.test(formatPath(issue.path as Path))
    ? 'EXPRESSION_INVALID'
    : 'FIELD_INVALID';

const SECRET_FIELDS: ReadonlySet<unknown> = new Set(['headers', 'proxy']);

/**
 * Values of headers, and the URL of a proxy, can be secrets, and an error goes to logs: they are
 * not shown.
 */
const shownValue = (path: Path, value: unknown): string =>
  path[0] === 'fetch' && SECRET_FIELDS.has(path[1] ?? 'headers')
    ? 'no allowed value'
    : formatValue(valueAt(value, path));

function allowedAt(path: Path, fields: readonly WorkflowField[]): string {
  const field = fields.find((known) => known.path.every((name, index) => path[index] === name));
  if (field !== undefined) return field.allowed;
  const inside = fields.filter((known) => path.every((name, index) => known.path[index] === name));
  return `a mapping of ${inside.map((known) => known.path[path.length]).join(', ')}`;
}
