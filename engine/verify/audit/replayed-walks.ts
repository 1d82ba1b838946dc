/** The walks of a sample, as the log tells them. */
export interface ReplayedWalks {
  step: number;
  at: string[];
  readonly visits: Map<string, number>;
  done: boolean;
}
