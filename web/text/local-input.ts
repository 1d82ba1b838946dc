/**
 * An instant as `<input type="datetime-local">` has it: in the zone of the browser, to the minute.
 * @param instant ISO 8601; null: the field is empty
 */
export function localInput(instant: string | null): string {
  if (instant === null) return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant of such a field, ISO 8601 UTC; null if it is empty or no time. */
export function instantOf(input: string): string | null {
  const at = new Date(input);
  return input === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
