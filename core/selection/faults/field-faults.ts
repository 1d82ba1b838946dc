import { formatPath, formatValue, type WorkflowFault } from '#core/faults/workflow-fault.ts';
import { compileExpression } from '#core/scope/patterns/expression.ts';
import { selectorFault } from '#core/selection/faults/selector-check.ts';
import {
  expressionFault,
  isMapping,
  type Mapping,
  type Path,
  textListFaults,
  unknownNames,
  wrong,
} from '#core/selection/faults/value-faults.ts';
import { compileJsonPath, pointerFault } from '#core/selection/json-path.ts';
import {
  FIELD_SPEC_NAMES,
  FIELD_TYPES,
  MAX_CONTEXT,
  MAX_DEFAULT_LENGTH,
  MAX_FIELD_DEPTH,
  MAX_FIELDS,
  MAX_KEYWORD_LENGTH,
  MAX_KEYWORDS,
  MAX_NAME_LENGTH,
  MAX_SELECTOR_LENGTH,
} from '#core/selection/selection.ts';

/** Counts fields while they are checked: Surf does not look at those beyond the limit. */
export class FieldCount {
  fields = 0;

  get isOver(): boolean {
    return this.fields > MAX_FIELDS;
  }
}

interface FieldPosition {
  readonly count: FieldCount;
  /** 1 at the top. */
  readonly depth: number;
  /** Source of the enclosing field's values, for nested fields. */
  readonly within?: 'element' | 'value';
}

/**
 * Names that mean something to every object of the language: a record is read by programs that may
 * not expect them.
 */
const REFUSED_NAMES = ['__proto__', 'constructor', 'prototype'];
const SOURCES = ['selector', 'jsonPath', 'pointer', 'keywords'] as const;
const SWITCHES = ['html', 'all', 'trim', 'required'] as const;

/** The faults of a mapping of fields. */
export function fieldFaults(fields: unknown, path: Path, position: FieldPosition): WorkflowFault[] {
  if (!isMapping(fields)) return [wrong(path, fields, 'a mapping of names to selectors, or to mappings')];
  if (position.depth > MAX_FIELD_DEPTH) {
    const describe = () =>
      `${formatPath(path)} is nested too deeply; at most ${MAX_FIELD_DEPTH} levels of fields are allowed`;
    return [{ code: 'FIELD_INVALID', path, describe }];
  }
  const faults: WorkflowFault[] = [];
  for (const [name, field] of Object.entries(fields)) {
    position.count.fields += 1;
    if (position.count.isOver) continue;
    faults.push(...nameFaults(name, path), ...oneFaults(field, [...path, name], position));
  }
  return faults;
}

function nameFaults(name: string, path: Path): WorkflowFault[] {
  const isName = name !== '' && name.length <= MAX_NAME_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(name);
  if (isName && !REFUSED_NAMES.includes(name)) return [];
  const at = [...path, name];
  const describe = () =>
    isName
      ? `${formatPath(at)} may not be the name of a field; not allowed: ${REFUSED_NAMES.join(', ')}`
      : `${formatPath(at)} is not a name; allowed: 1 to ${MAX_NAME_LENGTH} characters without line breaks`;
  return [{ code: 'FIELD_INVALID', path: at, describe }];
}

function oneFaults(field: unknown, path: Path, position: FieldPosition): WorkflowFault[] {
  if (typeof field === 'string') return sourceFaults({ selector: field }, path, { named: false, position });
  if (!isMapping(field)) return [wrong(path, field, `a selector, or a mapping of ${FIELD_SPEC_NAMES.join(', ')}`)];
  const given = SOURCES.filter((name) => field[name] !== undefined);
  if (given.length !== 1) {
    const has = given.length === 0 ? 'has no source' : `has ${given.join(' and ')}`;
    const describe = () => `${formatPath(path)} ${has}; allowed: exactly one of ${SOURCES.join(', ')}`;
    return [...unknownNames(field, FIELD_SPEC_NAMES, path), { code: 'FIELD_INVALID', path, describe }];
  }
  return [
    ...unknownNames(field, FIELD_SPEC_NAMES, path),
    ...sourceFaults(field, path, { named: true, position }),
    ...optionFaults(field, path),
    ...fitFaults(field, path),
    ...nestedFaults(field, path, position),
  ];
}

/** Faults of the field's source. @param how.named false: the selector represents the whole field */
function sourceFaults(field: Mapping, path: Path, how: { named: boolean; position: FieldPosition }): WorkflowFault[] {
  const at = (name: string): Path => (how.named ? [...path, name] : path);
  const { selector, jsonPath, pointer, keywords } = field;
  if (keywords !== undefined) {
    const bounds = { most: MAX_KEYWORDS, length: MAX_KEYWORD_LENGTH, what: 'word' };
    return textListFaults(keywords, at('keywords'), bounds);
  }
  const faults = withinFaults(field, path, how.position);
  if (selector !== undefined) {
    if (!isExpression(selector))
      return [...faults, wrong(at('selector'), selector, 'a CSS selector of 1 to 1,024 characters')];
    return [
      ...faults,
      ...syntaxFault(at('selector'), selector, { code: 'SELECTOR_INVALID', fault: selectorFault(selector) }),
    ];
  }
  if (jsonPath !== undefined) {
    if (!isExpression(jsonPath))
      return [...faults, wrong(at('jsonPath'), jsonPath, 'a JSONPath of 1 to 1,024 characters')];
    return [
      ...faults,
      ...syntaxFault(at('jsonPath'), jsonPath, { code: 'JSONPATH_INVALID', fault: jsonPathFault(jsonPath) }),
    ];
  }
  if (typeof pointer !== 'string' || pointer.length > MAX_SELECTOR_LENGTH) {
    return [
      ...faults,
      wrong(at('pointer'), pointer, 'a JSON Pointer of at most 1,024 characters, for example /items/0/name'),
    ];
  }
  return [
    ...faults,
    ...syntaxFault(at('pointer'), pointer, { code: 'JSONPATH_INVALID', fault: pointerFault(pointer) }),
  ];
}

/** Within an element there are elements, within a JSON value values. */
function withinFaults({ selector }: Mapping, path: Path, { within }: FieldPosition): WorkflowFault[] {
  if (within === undefined || (within === 'element') === (selector !== undefined)) return [];
  const allowed = within === 'element' ? 'selector or keywords' : 'jsonPath, pointer or keywords';
  const describe = () =>
    `${formatPath(path)} looks for what is not within the field around it; allowed there: ${allowed}`;
  return [{ code: 'FIELD_INVALID', path, describe }];
}

const isExpression = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_SELECTOR_LENGTH;

function syntaxFault(
  path: Path,
  text: string,
  { code, fault }: { code: 'SELECTOR_INVALID' | 'JSONPATH_INVALID'; fault: string | null },
): WorkflowFault[] {
  if (fault === null) return [];
  const describe = () => `${formatPath(path)} is ${formatValue(text)}: ${fault}`;
  return [{ code, path, describe, remedy: REMEDIES[code] }];
}

const REMEDIES = {
  SELECTOR_INVALID: 'docs/reference/selection.md says what selectors may have',
  JSONPATH_INVALID:
    'JSONPath is that of RFC 9535, for example $.items[*].name; JSON Pointer that of RFC 6901, for example /items/0/name',
} as const;

function jsonPathFault(path: string): string | null {
  try {
    compileJsonPath(path);
    return null;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, 200);
  }
}

function optionFaults(field: Mapping, path: Path): WorkflowFault[] {
  const faults = SWITCHES.filter((name) => field[name] !== undefined && typeof field[name] !== 'boolean').map((name) =>
    wrong([...path, name], field[name], 'true or false'),
  );
  const { context, attribute, type, pattern, default: initial } = field;
  if (context !== undefined && !(Number.isInteger(context) && Number(context) >= 0 && Number(context) <= MAX_CONTEXT)) {
    faults.push(wrong([...path, 'context'], context, `a whole number from 0 to 1,000`));
  }
  if (attribute !== undefined && !(typeof attribute === 'string' && /^[^\s"'<>/=]{1,100}$/u.test(attribute))) {
    faults.push(wrong([...path, 'attribute'], attribute, 'the name of an attribute'));
  }
  if (type !== undefined && !FIELD_TYPES.some((known) => known === type)) {
    faults.push(wrong([...path, 'type'], type, `one of ${FIELD_TYPES.join(', ')}`));
  }
  if (pattern !== undefined) {
    if (!isExpression(pattern))
      faults.push(wrong([...path, 'pattern'], pattern, 'an RE2 expression of 1 to 1,024 characters'));
    else faults.push(...expressionFault([...path, 'pattern'], pattern, () => compileExpression(pattern)));
  }
  if (initial !== undefined && !isScalar(initial)) {
    faults.push(
      wrong([...path, 'default'], initial, `a text of at most 1,000 characters, a number, true, false or null`),
    );
  }
  return faults;
}

const isScalar = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= MAX_DEFAULT_LENGTH);

/** Options that mean nothing together. */
const CLASHES: readonly (readonly [string, string, string])[] = [
  ['attribute', 'html', 'an element has either of them as its value'],
  ['default', 'required', 'a field that is required has no other value'],
  ['default', 'all', 'a list of which nothing is found is empty'],
  ...['attribute', 'html', 'trim', 'type', 'pattern', 'default'].map(
    (name) => ['fields', name, 'it consists of records'] as const,
  ),
  ...['attribute', 'html', 'all', 'trim', 'type', 'pattern', 'default', 'fields'].map(
    (name) => ['keywords', name, 'it consists of passages'] as const,
  ),
  ...['jsonPath', 'pointer'].flatMap((source) =>
    ['attribute', 'html'].map((name) => [source, name, 'JSON has no elements'] as const),
  ),
  ['pointer', 'all', 'a JSON Pointer leads to one value'],
];

function fitFaults(field: Mapping, path: Path): WorkflowFault[] {
  const given = (name: string): boolean => field[name] !== undefined && field[name] !== false;
  const clash = CLASHES.find(([one, other]) => given(one) && given(other));
  if (clash !== undefined) {
    const [one, other, why] = clash;
    const describe = () => `${formatPath(path)} has ${one} and ${other}, which cannot be combined: ${why}`;
    return [{ code: 'FIELD_INVALID', path, describe }];
  }
  if (field.context === undefined || field.keywords !== undefined) return [];
  const describe = () => `${formatPath([...path, 'context'])} is for fields with keywords`;
  return [{ code: 'FIELD_INVALID', path: [...path, 'context'], describe }];
}

function nestedFaults({ fields, selector }: Mapping, path: Path, { count, depth }: FieldPosition): WorkflowFault[] {
  if (fields === undefined) return [];
  const within = selector === undefined ? 'value' : 'element';
  const faults = fieldFaults(fields, [...path, 'fields'], { count, depth: depth + 1, within });
  if (faults.length > 0 || Object.keys(fields as Mapping).length > 0) return faults;
  return [wrong([...path, 'fields'], fields, 'at least one field')];
}
