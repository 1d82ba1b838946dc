/** Answers that Surf needs to judge the speed of a host. */
const LEAST_ANSWERS = 20;
/** Only the last ones count: a host changes. */
const MOST_ANSWERS = 100;
/** The deadline is this multiple of this quantile of the answers. */
const USUAL_SHARE = 0.95;
const DEADLINE_FACTOR = 10;
/** Pages of one host differ: a search takes longer than a picture of a lamp. */
const LEAST_DEADLINE_MS = 5_000;

/**
 * Deadline for the next answer of a host: ten times the 95th percentile of its answer times, at
 * least 5 s, at most `mostMs`. Measured and bounded on both sides like the timer of TCP (RFC 6298
 * §2), but far wider: there a packet is sent again, here a page would be lost.
 *
 * @param tookMs of its answers; with fewer than twenty it is `mostMs`
 */
export function tunedDeadlineMs(tookMs: readonly number[], mostMs: number): number {
  if (tookMs.length < LEAST_ANSWERS) return mostMs;
  const sorted = [...tookMs].sort((a, b) => a - b);
  const usual = sorted[Math.ceil(sorted.length * USUAL_SHARE) - 1] ?? 0;
  return Math.min(mostMs, Math.max(LEAST_DEADLINE_MS, DEADLINE_FACTOR * usual));
}

/** Answer times of one host, as a unit has measured them. */
export class AnswerTimes {
  readonly #tookMs: number[] = [];
  #wasSilent = false;

  answered(tookMs: number): void {
    this.#wasSilent = false;
    this.#tookMs.push(tookMs);
    if (this.#tookMs.length > MOST_ANSWERS) this.#tookMs.shift();
  }

  /**
   * It did not answer in time: until it answers again, it has `mostMs` (RFC 6298 §5.5 backs off,
   * too). So a host that has become slow can show its new speed.
   */
  silent(): void {
    this.#wasSilent = true;
  }

  deadlineMs(mostMs: number): number {
    return this.#wasSilent ? mostMs : tunedDeadlineMs(this.#tookMs, mostMs);
  }
}
