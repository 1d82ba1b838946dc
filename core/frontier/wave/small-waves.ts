/** Waves that the caller of `advance` has crawled at once, while it waits (ADR 54). */
export interface SmallWaves {
  /**
   * Tasks of one unit whose requests to one host are a second apart; fewer in proportion if they
   * are further apart.
   */
  readonly tasks: number;
  /** Time limit of the unit: the caller is paid for waiting as long. */
  readonly unitSeconds: number;
}
