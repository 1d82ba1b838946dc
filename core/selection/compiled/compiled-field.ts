import type { JSONPathQuery } from 'json-p3';
import type { Json } from '#core/model/json.ts';
import { compileExpression, type Expression } from '#core/scope/patterns/expression.ts';
import { compileJsonPath } from '#core/selection/json-path.ts';
import { DEFAULT_CONTEXT, type Field, type FieldSpec, type FieldType } from '#core/selection/selection.ts';
import { KeywordFinder } from '#core/selection/text/keyword-finder.ts';

/** Source of a field's values. */
export type FieldSource =
  | { readonly kind: 'selector'; readonly selector: string }
  | { readonly kind: 'jsonPath'; readonly path: JSONPathQuery }
  | { readonly kind: 'pointer'; readonly pointer: string }
  | { readonly kind: 'keywords'; readonly finder: KeywordFinder };

/** A field with everything that can be made ready before the first page. */
export interface CompiledField {
  readonly name: string;
  /** Names from the top, joined by dots. */
  readonly path: string;
  readonly source: FieldSource;
  readonly attribute: string | null;
  readonly html: boolean;
  readonly all: boolean;
  readonly trim: boolean;
  /** `undefined` if the field names no type. */
  readonly type: FieldType | undefined;
  readonly pattern: Expression | null;
  readonly default: Json;
  readonly required: boolean;
  /** Fields of its nested records; null: it has values. */
  readonly fields: readonly CompiledField[] | null;
}

/**
 * @param above path of the enclosing field
 * @throws SurfError, Error for fields that `checkSelection` has not seen
 */
export function compileFields(fields: Iterable<readonly [string, Field]>, above = ''): CompiledField[] {
  return [...fields].map(([name, field]) => {
    const spec: FieldSpec = typeof field === 'string' ? { selector: field } : field;
    const path = `${above}${name}`;
    return {
      name,
      path,
      source: sourceOf(spec),
      attribute: spec.attribute ?? null,
      html: spec.html ?? false,
      all: spec.all ?? false,
      trim: spec.trim ?? true,
      type: spec.type,
      pattern: spec.pattern === undefined ? null : compileExpression(spec.pattern),
      default: spec.default ?? null,
      required: spec.required ?? false,
      fields: spec.fields === undefined ? null : compileFields(Object.entries(spec.fields), `${path}.`),
    };
  });
}

function sourceOf({ selector, jsonPath, pointer, keywords, context }: FieldSpec): FieldSource {
  if (jsonPath !== undefined) return { kind: 'jsonPath', path: compileJsonPath(jsonPath) };
  if (pointer !== undefined) return { kind: 'pointer', pointer };
  if (keywords !== undefined)
    return { kind: 'keywords', finder: new KeywordFinder(keywords, context ?? DEFAULT_CONTEXT) };
  return { kind: 'selector', selector: selector ?? '' };
}
