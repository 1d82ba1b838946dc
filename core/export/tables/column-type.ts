/**
 * `time`: an instant, ISO 8601 in text; `any`: text, number or boolean as it is, lists and objects
 * as JSON text.
 */
export type ColumnType = 'string' | 'integer' | 'number' | 'boolean' | 'time' | 'any';
