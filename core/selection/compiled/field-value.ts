import type { Json } from '#core/model/json.ts';
import type { CompiledField } from '#core/selection/compiled/compiled-field.ts';
import type { RecordError } from '#core/selection/records/record-lines.ts';
import { parseDate } from '#core/selection/text/date-text.ts';
import { parseNumber } from '#core/selection/text/number-text.ts';

const TYPE_WORDS: Readonly<Record<NonNullable<CompiledField['type']>, string>> = {
  text: 'text',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  date: 'a date',
  url: 'a URL',
};

/** Most bytes (UTF-8) of one value's text; Surf cuts off the rest. */
export const MAX_VALUE_BYTES = 1024 * 1024;

/** The outcome of a match. `fault` alone: it is not a value of the field. */
export interface FieldValue {
  readonly value?: Json;
  readonly fault?: { readonly code: RecordError['code']; readonly message: string };
}

/**
 * Turns a match into a value of its field: cut, pattern, trim, type.
 * @param base makes addresses of `url` fields absolute
 */
export function fieldValue(field: CompiledField, raw: Json, base: () => string): FieldValue {
  const { type, pattern, trim } = field;
  if (typeof raw === 'object' && raw !== null) return structure(field, raw);
  if (raw === null || (type === undefined && pattern === null && typeof raw !== 'string')) return { value: raw };
  const text = cutText(String(raw));
  const fault = text.length < String(raw).length ? TOO_LARGE : null;
  const found = pattern === null ? text : pattern.extract(text);
  if (found === null) {
    const message = `the pattern ${pattern?.source.slice(0, 60)} finds nothing in ${quoted(text)}`;
    return { fault: { code: 'pattern', message } };
  }
  const clean = trim ? found.trim() : found;
  const value = typed(clean, type ?? 'text', base);
  if (value === null)
    return { fault: { code: 'type', message: `${quoted(clean)} is not ${TYPE_WORDS[type ?? 'text']}` } };
  return fault === null ? { value } : { value, fault };
}

const TOO_LARGE = { code: 'too-large', message: 'a value is cut off at 1 MiB' } as const;

/** A list or mapping of a JSON page: as it is, and whole or not at all. */
function structure({ type, pattern }: CompiledField, raw: Json): FieldValue {
  if (type !== undefined || pattern !== null) {
    const message = `${Array.isArray(raw) ? 'a list' : 'a mapping'} is not ${TYPE_WORDS[type ?? 'text']}`;
    return { fault: { code: 'type', message } };
  }
  if (Buffer.byteLength(JSON.stringify(raw)) <= MAX_VALUE_BYTES) return { value: raw };
  return { fault: { code: 'too-large', message: 'a value of more than 1 MiB is left out' } };
}

function typed(text: string, type: NonNullable<CompiledField['type']>, base: () => string): Json {
  switch (type) {
    case 'text':
      return text;
    case 'number':
      return parseNumber(text);
    case 'integer': {
      const value = parseNumber(text);
      return value !== null && Number.isSafeInteger(value) ? value : null;
    }
    case 'boolean':
      return BOOLEANS.get(text.trim().toLowerCase()) ?? null;
    case 'date':
      return parseDate(text.trim());
    case 'url':
      return text.trim() === '' || !URL.canParse(text, base()) ? null : new URL(text, base()).href;
  }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

/** At most MAX_VALUE_BYTES of UTF-8, never half a character. */
export function cutText(text: string): string {
  if (text.length * 3 <= MAX_VALUE_BYTES || Buffer.byteLength(text) <= MAX_VALUE_BYTES) return text.toWellFormed();
  const bytes = Buffer.from(text.slice(0, MAX_VALUE_BYTES));
  let end = Math.min(MAX_VALUE_BYTES, bytes.length);
  while (end < bytes.length && end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}

const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
