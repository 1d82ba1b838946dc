/** Result of one check of `surf doctor`. */
export interface Finding {
  readonly check: string;
  /** `warn`: a crawl works, perhaps with restrictions. */
  readonly state: 'ok' | 'warn' | 'fail';
  readonly says: string;
  /** The remedy, a command if there is one; null if none is needed. */
  readonly mend: string | null;
}

export const fine = (check: string, says: string): Finding => ({ check, state: 'ok', says, mend: null });

export const wrong = (check: string, state: 'warn' | 'fail', of: { says: string; mend: string }): Finding => ({
  check,
  state,
  ...of,
});

/** First line of an error's message. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).split('\n', 1)[0] ?? '';
