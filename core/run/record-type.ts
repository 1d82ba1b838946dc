import type { Json } from '#core/model/json.ts';
import type { Field } from '#core/selection/selection.ts';

/** The fields of a selection policy, by name. */
export type Fields = Readonly<Record<string, Field>>;

/** A record whose fields are unknown to the compiler. */
export type AnyRecord = Readonly<Record<string, Json>>;

/** A passage around a keyword. */
export interface Passage {
  readonly keyword: string;
  readonly text: string;
}

/**
 * The record that `select` makes of a page. A value that is missing, or has another type, is null.
 */
export type RecordOf<Select extends Fields> = string extends keyof Select
  ? AnyRecord
  : { readonly [Name in keyof Select]: ValueOf<Select[Name]> };

type ValueOf<F extends Field> = F extends string
  ? string | null
  : F extends { readonly keywords: readonly string[] }
    ? readonly Passage[]
    : F extends { readonly all: true }
      ? readonly ItemOf<F>[]
      : ItemOf<F> | null;

type ItemOf<F> = F extends { readonly fields: infer Nested extends Fields }
  ? RecordOf<Nested>
  : F extends { readonly type: infer Type extends string }
    ? TypedValue<Type>
    : F extends { readonly jsonPath: string } | { readonly pointer: string }
      ? Json
      : string;

type TypedValue<Type extends string> = Type extends 'number' | 'integer'
  ? number
  : Type extends 'boolean'
    ? boolean
    : string;
