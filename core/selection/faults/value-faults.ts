import { SurfError } from '#core/error.ts';
import { nearestName } from '#core/faults/nearest-name.ts';
import { formatPath, formatValue, type WorkflowFault } from '#core/faults/workflow-fault.ts';

export type Path = readonly (string | number)[];
export type Mapping = Readonly<Record<string, unknown>>;

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value that is not allowed. @param allowed in words */
export const wrong = (path: Path, value: unknown, allowed: string): WorkflowFault => ({
  code: 'FIELD_INVALID',
  path,
  describe: () => `${formatPath(path) || 'the selection'} is ${formatValue(value)}; allowed: ${allowed}`,
  remedy: 'docs/reference/selection.md has all fields with examples',
});

/** Unknown names, each with the nearest known one. */
export const unknownNames = (value: Mapping, names: readonly string[], path: Path): WorkflowFault[] =>
  Object.keys(value)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      code: 'FIELD_UNKNOWN',
      path: [...path, name],
      describe: () => `unknown field ${formatPath([...path, name])}; did you mean ${nearestName(name, names)}?`,
      remedy: 'docs/reference/selection.md has all fields with examples',
    }));

/** A list of texts, none of them empty. */
export function textListFaults(
  value: unknown,
  path: Path,
  { most, length, what }: { readonly most: number; readonly length: number; readonly what: string },
): WorkflowFault[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > most) {
    return [wrong(path, value, `a list of 1 to ${most}, each a ${what}`)];
  }
  return value.flatMap((text: unknown, place) =>
    typeof text === 'string' && text !== '' && text.length <= length
      ? []
      : [wrong([...path, place], text, `a ${what} of 1 to ${length} characters`)],
  );
}

/** Faults that the compiler of an expression reports. */
export function expressionFault(path: Path, text: string, compile: () => unknown): WorkflowFault[] {
  try {
    compile();
    return [];
  } catch (error) {
    if (!(error instanceof SurfError)) throw error;
    const { code, remedy, message } = error;
    const describe = () => `${formatPath(path)} is ${formatValue(text)}: ${message}`;
    return [{ code, path, describe, ...(remedy === undefined ? {} : { remedy }) }];
  }
}
