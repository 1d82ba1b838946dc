import { type ErrorCode, SurfError } from '#core/error.ts';

/** One thing that is wrong with a workflow. */
export interface WorkflowFault {
  readonly code: ErrorCode;
  /** From the top: names and list positions. */
  readonly path: readonly (string | number)[];
  /** The whole sentence; made only for the faults that are shown. */
  readonly describe: () => string;
  readonly remedy?: string;
}

/** Faults that are named beside the first. */
const MAX_OTHERS = 5;
const MAX_VALUE_LENGTH = 100;

/**
 * The error of a workflow with faults: the first one's code and remedy, and in the message the
 * others, too.
 */
export function faultError(faults: readonly [WorkflowFault, ...WorkflowFault[]]): SurfError {
  const [first, ...others] = faults;
  const shown = others.slice(0, MAX_OTHERS).map((fault) => fault.describe());
  if (others.length > MAX_OTHERS) shown.push(`and ${others.length - MAX_OTHERS} more`);
  const also = shown.length === 0 ? '' : `; also: ${shown.join('; ')}`;
  return new SurfError(first.code, first.describe() + also, {
    remedy: first.remedy ?? 'docs/reference/workflow.md has all fields with their limits',
  });
}

/** `scope.include[3]`; header names and the like in quotes. */
export function formatPath(path: readonly (string | number)[]): string {
  const parts = path.map((part) => {
    if (typeof part === 'number') return `[${part}]`;
    return /^[A-Za-z][A-Za-z0-9]{0,40}$/.test(part) ? `.${part}` : `[${shortened(JSON.stringify(part))}]`;
  });
  return parts.join('').replace(/^\./, '');
}

/** A value as the user would recognise it, at most 100 characters. */
export function formatValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'a mapping';
  return shortened(typeof value === 'string' ? JSON.stringify(value) : String(value));
}

const shortened = (text: string): string =>
  text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)}…`;

/** The value at `path` inside `value`; undefined where there is none. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value;
  for (const part of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined;
    found = (found as Record<string | number, unknown>)[part];
  }
  return found;
}
