import { formatPath, formatValue, type WorkflowFault } from '#core/faults/workflow-fault.ts';
import { compilePattern, expressionOf } from '#core/scope/patterns/pattern.ts';
import { adviceOf, patternFault } from '#core/scope/patterns/pattern-fault.ts';
import { FieldCount, fieldFaults } from '#core/selection/faults/field-faults.ts';
import {
  expressionFault,
  isMapping,
  type Path,
  textListFaults,
  unknownNames,
  wrong,
} from '#core/selection/faults/value-faults.ts';
import { DOM_KINDS, MAX_CONDITIONS, MAX_FIELDS, MAX_NAME_LENGTH, MAX_RULES } from '#core/selection/selection.ts';

const TOP_NAMES = ['dom', 'fields', 'rules'] as const;
const RULE_NAMES = ['url', 'contentType', 'fields'] as const;

/** Most expressions in all conditions; globs are cheap and do not count. */
const MAX_EXPRESSIONS = 100;

/** `text/*`, `*` + `/*`, `*+xml`, `application/json`. */
const MEDIA_PATTERN = /^(?:\*\/\*|\*\+[\w.+-]+|[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+))$/;

/**
 * Every fault of a selection policy. @param path of the policy within the document
 * @param path of the policy within the document
 */
export function selectionFaults(value: unknown, path: Path): WorkflowFault[] {
  if (!isMapping(value)) return [wrong(path, value, `a mapping of ${TOP_NAMES.join(', ')}`)];
  const faults = unknownNames(value, TOP_NAMES, path);
  const { dom, fields, rules } = value;
  if (dom !== undefined && !DOM_KINDS.some((kind) => kind === dom)) {
    faults.push(wrong([...path, 'dom'], dom, `one of ${DOM_KINDS.join(', ')}`));
  }
  const count = new FieldCount();
  if (fields !== undefined) faults.push(...fieldFaults(fields, [...path, 'fields'], { count, depth: 1 }));
  if (rules !== undefined) faults.push(...rulesFaults(rules, [...path, 'rules'], count));
  if (count.fields > MAX_FIELDS) {
    const describe = () =>
      `the selection has ${count.fields} fields; at most ${MAX_FIELDS} are allowed, nested ones included`;
    faults.push({ code: 'FIELD_INVALID', path, describe, remedy: 'split it into several crawls, or use surf extract' });
  }
  const expressions = expressionsIn(rules);
  if (expressions > MAX_EXPRESSIONS) {
    const describe = () =>
      `${formatPath([...path, 'rules'])} has ${expressions} expressions (re:…); at most ${MAX_EXPRESSIONS} are allowed`;
    const remedy = 'use globs, or join them with |';
    faults.push({ code: 'EXPRESSION_INVALID', path: [...path, 'rules'], describe, remedy });
  }
  if (faults.length > 0 || count.fields > 0) return faults;
  const describe = () => 'the selection has no field';
  return [{ code: 'FIELD_INVALID', path, describe, remedy: 'name at least one, for example fields: {title: h1}' }];
}

/** Counts the expressions in conditions: Surf evaluates each of them for every page. */
function expressionsIn(rules: unknown): number {
  const lists = Array.isArray(rules) ? rules.map((rule: unknown) => (isMapping(rule) ? rule.url : undefined)) : [];
  const patterns = lists.flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return patterns.filter((pattern) => typeof pattern === 'string' && expressionOf(pattern) !== null).length;
}

function rulesFaults(rules: unknown, path: Path, count: FieldCount): WorkflowFault[] {
  if (!Array.isArray(rules) || rules.length > MAX_RULES) {
    return [wrong(path, rules, `a list of 0 to ${MAX_RULES} rules, each a mapping of ${RULE_NAMES.join(', ')}`)];
  }
  return rules.flatMap((rule: unknown, place) => ruleFaults(rule, [...path, place], count));
}

function ruleFaults(rule: unknown, path: Path, count: FieldCount): WorkflowFault[] {
  if (!isMapping(rule)) return [wrong(path, rule, `a mapping of ${RULE_NAMES.join(', ')}`)];
  const faults = unknownNames(rule, RULE_NAMES, path);
  const { url, contentType, fields } = rule;
  if (url !== undefined) faults.push(...urlFaults(url, [...path, 'url']));
  if (contentType !== undefined) faults.push(...typeFaults(contentType, [...path, 'contentType']));
  return [...faults, ...fieldFaults(fields, [...path, 'fields'], { count, depth: 1 })];
}

function urlFaults(url: unknown, path: Path): WorkflowFault[] {
  const faults = textListFaults(url, path, { most: MAX_CONDITIONS, length: 1_024, what: 'pattern over the whole URL' });
  if (faults.length > 0) return faults;
  return (url as string[]).flatMap((pattern, place) => patternFaults([...path, place], pattern));
}

function patternFaults(path: Path, pattern: string): WorkflowFault[] {
  const fault = patternFault(pattern, { hostNames: false });
  if (fault === null) return expressionFault(path, pattern, () => compilePattern(pattern));
  const describe = () => `${formatPath(path)} is ${formatValue(pattern)}, ${fault.why}`;
  return [{ code: 'PATTERN_INVALID', path, describe, remedy: adviceOf(fault) }];
}

function typeFaults(types: unknown, path: Path): WorkflowFault[] {
  const faults = textListFaults(types, path, { most: MAX_CONDITIONS, length: MAX_NAME_LENGTH, what: 'media type' });
  if (faults.length > 0) return faults;
  return (types as string[]).flatMap((type, place) =>
    MEDIA_PATTERN.test(type)
      ? []
      : [wrong([...path, place], type, 'a media type, for example text/html, text/* or *+json')],
  );
}
