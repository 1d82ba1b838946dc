import type { Json } from '#core/model/json.ts';

/** Bounds on the answer of one plug-in for one page. */
export const MAX_ANSWER_BYTES = 64 * 1024;
export const MAX_ANSWER_FIELDS = 50;
export const MAX_ANSWER_DEPTH = 10;

const FIELD = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Fields without their prefix, or the reason why there are none. */
export type PluginAnswer =
  | { readonly ok: true; readonly fields: Readonly<Record<string, Json>> }
  | { readonly ok: false; readonly fault: 'failed' | 'too-large'; readonly message: string };

/** Reads the answer of a plug-in, `{"fields": {…}}` or `{"error": "…"}`. Total: never throws. */
export function readPluginAnswer(text: string): PluginAnswer {
  if (Buffer.byteLength(text) > MAX_ANSWER_BYTES) return tooLarge('it answered more than 64 KiB');
  const answer = parsed(text);
  if (!isMapping(answer)) return failed('its answer is not a JSON object with fields');
  const { error, fields, ...others } = answer;
  if (typeof error === 'string') return failed(error);
  if (error !== undefined && error !== null) return failed('its error is not text');
  const [other] = Object.keys(others);
  if (other !== undefined) return failed(`it answered ${JSON.stringify(other)}; allowed: fields, error`);
  if (!isMapping(fields)) return failed('its answer is not a JSON object with fields');
  const names = Object.keys(fields);
  if (names.length > MAX_ANSWER_FIELDS) return tooLarge(`it answered ${names.length} fields; at most 50 are allowed`);
  const wrong = names.find((name) => !FIELD.test(name));
  if (wrong !== undefined) {
    return failed(
      `${JSON.stringify(wrong.slice(0, 70))} is not a name of a field: a letter, then letters, digits, - and _`,
    );
  }
  if (!isShallow(fields, MAX_ANSWER_DEPTH)) return tooLarge('its fields are nested more than ten deep');
  return { ok: true, fields };
}

const failed = (message: string): PluginAnswer => ({ ok: false, fault: 'failed', message });
const tooLarge = (message: string): PluginAnswer => ({ ok: false, fault: 'too-large', message });

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const isMapping = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isShallow = (value: Json, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1)));
