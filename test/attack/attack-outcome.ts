/** What became of one attack. */
export interface AttackOutcome {
  readonly id: string;
  /** What happened, in words, with its figures. */
  readonly seen: string;
  /** What is wrong; empty when the attack was refused as it must be. */
  readonly problems: readonly string[];
  /** Peak memory of the attacked process; NaN where nobody measured it. */
  readonly peakMb: number;
}
