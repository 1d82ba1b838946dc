/**
 * Findings of visits to pages that a sitemap lists, by the claim of its `lastmod` at that time:
 * that the page had changed since the previous visit, or that it had not.
 */
export interface ClaimRecord {
  readonly saidChanged: number;
  readonly saidWrong: number;
  readonly quietChanged: number;
  readonly quietRight: number;
}

export const NO_CLAIMS: ClaimRecord = { saidChanged: 0, saidWrong: 0, quietChanged: 0, quietRight: 0 };

/** Above so many visits Surf halves all counts, so recent habits of a host count more. */
export const MOST_CLAIMS = 1_000;

/** The record with one visit more. */
export function withClaim(record: ClaimRecord, said: boolean, changed: boolean): ClaimRecord {
  const field = said ? (changed ? 'saidChanged' : 'saidWrong') : changed ? 'quietChanged' : 'quietRight';
  const added = { ...record, [field]: record[field] + 1 };
  const { saidChanged, saidWrong, quietChanged, quietRight } = added;
  if (saidChanged + saidWrong + quietChanged + quietRight <= MOST_CLAIMS) return added;
  return {
    saidChanged: Math.floor(saidChanged / 2),
    saidWrong: Math.floor(saidWrong / 2),
    quietChanged: Math.floor(quietChanged / 2),
    quietRight: Math.floor(quietRight / 2),
  };
}

/**
 * Returns the likelihood ratio of this host's `lastmod`: the share of changed pages that it calls
 * changed, divided by the share of unchanged pages that it calls changed. Each share starts with
 * one visit for it and one against it (Laplace's rule). The ratio is 1 for a host that calls every
 * page changed, or none, or does so at random.
 */
export function claimWeight({ saidChanged, saidWrong, quietChanged, quietRight }: ClaimRecord): number {
  const right = (saidChanged + 1) / (saidChanged + quietChanged + 2);
  const wrong = (saidWrong + 1) / (saidWrong + quietRight + 2);
  return right / wrong;
}

/**
 * Days until a page is due whose sitemap claims a change. A signal counts as elapsed time: the page
 * is due once a change is as probable as at the end of its interval without a signal (Busa-Fekete
 * et al., “A Scalable Crawling Algorithm Utilizing Noisy Change-Indicating Signals”, 2025). With
 * rate λ, interval I and weight w, Bayes' rule gives ln(1 + (e^(λI) − 1) / w) / λ.
 * @param rate in changes a day, above 0
 * @param weight of the host; 1 or less changes nothing
 * @returns days, never more than `intervalDays`
 */
export function daysWithClaim(intervalDays: number, rate: number, weight: number): number {
  const changes = rate * intervalDays;
  if (weight <= 1 || changes <= 0) return intervalDays;
  // Beyond this e^x is too large a number; ln(1 + e^x / w) is x − ln w by then.
  const needed = changes > MOST_EXPONENT ? changes - Math.log(weight) : Math.log1p(Math.expm1(changes) / weight);
  return Math.min(intervalDays, needed / rate);
}

const MOST_EXPONENT = 500;
