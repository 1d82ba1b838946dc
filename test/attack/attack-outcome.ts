/** The outcome of one attack. */
export interface AttackOutcome {
  readonly id: string;
  /** What happened, in words, with its figures. */
  readonly seen: string;
  /** Faults; empty when Surf refused the attack as it must. */
  readonly problems: readonly string[];
  /** Peak memory of the attacked process; NaN where nobody measured it. */
  readonly peakMb: number;
  /** What it is measured against, where that is not a harmless page but a site of as many pages. */
  readonly baseMb?: number;
}
