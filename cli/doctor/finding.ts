/** What one check of `surf doctor` found. */
export interface Finding {
  readonly check: string;
  /** `warn`: a crawl works, perhaps not as it should. */
  readonly state: 'ok' | 'warn' | 'fail';
  readonly says: string;
  /** What to do, a command where there is one; null: nothing. */
  readonly mend: string | null;
}

export const fine = (check: string, says: string): Finding => ({ check, state: 'ok', says, mend: null });

export const wrong = (check: string, state: 'warn' | 'fail', of: { says: string; mend: string }): Finding => ({
  check,
  state,
  ...of,
});

/** The first line of what went wrong. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).split('\n', 1)[0] ?? '';
