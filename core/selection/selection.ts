import * as z from 'zod';

/** Limits of a selection policy; Surf refuses a larger one before it crawls anything. */
export const MAX_FIELDS = 200;
export const MAX_FIELD_DEPTH = 5;
export const MAX_RULES = 100;
export const MAX_CONDITIONS = 100;
export const MAX_NAME_LENGTH = 100;
export const MAX_SELECTOR_LENGTH = 1_024;
export const MAX_KEYWORDS = 100;
export const MAX_KEYWORD_LENGTH = 100;
export const MAX_CONTEXT = 1_000;
export const MAX_DEFAULT_LENGTH = 1_000;

/** Characters around a keyword where `context` is not given. */
export const DEFAULT_CONTEXT = 80;

export const FIELD_TYPES = ['text', 'number', 'integer', 'boolean', 'date', 'url'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];
export const DOM_KINDS = ['browser', 'fast'] as const;

const expression = z.string().min(1).max(MAX_SELECTOR_LENGTH);

/**
 * One value of a record, or a list, or records within the record. Exactly one of `selector` (HTML,
 * XML), `jsonPath`, `pointer` (JSON) and `keywords` (the text of any page) gives its source.
 */
export interface FieldSpec {
  /** CSS, with what jQuery adds (`:first`, `:eq(n)`, `:contains`, `:has` …). */
  readonly selector?: string | undefined;
  /** RFC 9535. */
  readonly jsonPath?: string | undefined;
  /** RFC 6901. */
  readonly pointer?: string | undefined;
  /** Passages around each of these, letter case does not count. */
  readonly keywords?: readonly string[] | undefined;
  /** Characters on either side of a keyword. @default 80 */
  readonly context?: number | undefined;
  /** The value of this attribute. @default the text */
  readonly attribute?: string | undefined;
  /** The inner HTML instead of the text. @default false */
  readonly html?: boolean | undefined;
  /** Takes all matches, as a list. @default false: the first */
  readonly all?: boolean | undefined;
  /** Is white space at both ends removed? @default true */
  readonly trim?: boolean | undefined;
  /** @default text; of JSON, the value as it is */
  readonly type?: FieldType | undefined;
  /** RE2: its first group, or the whole match, is the value. */
  readonly pattern?: string | undefined;
  /** Value if nothing is found. @default null */
  readonly default?: string | number | boolean | null | undefined;
  /** Is it an error when nothing is found? @default false */
  readonly required?: boolean | undefined;
  /** Each match is a nested record with these fields, searched within it. */
  readonly fields?: Readonly<Record<string, Field>> | undefined;
}

/** A selector alone represents the text of the first element. */
export type Field = string | FieldSpec;

const FieldSpec = z.strictObject({
  selector: expression.optional(),
  jsonPath: expression.optional(),
  pointer: z.string().max(MAX_SELECTOR_LENGTH).optional(),
  keywords: z.array(z.string().min(1).max(MAX_KEYWORD_LENGTH)).min(1).max(MAX_KEYWORDS).optional(),
  context: z.int().min(0).max(MAX_CONTEXT).optional(),
  attribute: z.string().min(1).max(MAX_NAME_LENGTH).optional(),
  html: z.boolean().optional(),
  all: z.boolean().optional(),
  trim: z.boolean().optional(),
  type: z.enum(FIELD_TYPES).optional(),
  pattern: expression.optional(),
  default: z.union([z.string().max(MAX_DEFAULT_LENGTH), z.number(), z.boolean(), z.null()]).optional(),
  required: z.boolean().optional(),
  fields: z.lazy(() => Fields).optional(),
});

/** The names of `FieldSpec`, to find the one that the user meant. */
export const FIELD_SPEC_NAMES: readonly string[] = Object.keys(FieldSpec.shape);

const Field: z.ZodType<Field, Field> = z.union([expression, FieldSpec]);
const Fields: z.ZodType<Readonly<Record<string, Field>>, Readonly<Record<string, Field>>> = z.record(
  z.string().min(1).max(MAX_NAME_LENGTH),
  Field,
);

/** Fields for the pages to which it applies: all conditions that it has must hold. */
export const SelectionRule = z.strictObject({
  /**
   * Patterns over the whole URL, as `scope.include` has them; one must match.
   * @default every URL
   */
  url: z.array(expression).min(1).max(MAX_CONDITIONS).optional(),
  /** Media types, as `fetch.acceptTypes` has them; one must fit. @default every type */
  contentType: z.array(z.string().min(1).max(MAX_NAME_LENGTH)).min(1).max(MAX_CONDITIONS).optional(),
  fields: Fields,
});
export type SelectionRule = z.infer<typeof SelectionRule>;

/**
 * The values that Surf takes out of pages, as data (S7). `checkSelection` says what the schema
 * cannot.
 */
export const Selection = z.strictObject({
  /**
   * `browser`: the tree that a browser builds; `fast`: of a third of the CPU, and as browsers build
   * it only of well-formed pages.
   */
  dom: z.enum(DOM_KINDS).default('browser'),
  /** For every page. */
  fields: Fields.default({}),
  /**
   * For pages that fulfil conditions. Several rules that apply to one page add up to one record; of
   * one name the later rule counts.
   */
  rules: z.array(SelectionRule).max(MAX_RULES).default([]),
});
export type Selection = z.infer<typeof Selection>;
