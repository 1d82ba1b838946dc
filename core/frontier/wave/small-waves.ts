/** Waves that the caller of `advance` has crawled at once, while it waits (ADR 54). */
export interface SmallWaves {
  /**
   * Tasks of one unit, whose requests to one host are a second apart; where they are further apart,
   * as many fewer.
   */
  readonly tasks: number;
  /** What the unit may take: the caller is paid for waiting as long. */
  readonly unitSeconds: number;
}
