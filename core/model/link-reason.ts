import type { SkipReason, Verdict } from '#core/model/outcome.ts';

/**
 * Reasons that a link gives, not its address: Surf follows another link to the same address that
 * does not have one.
 */
const LINK_REASONS: ReadonlySet<SkipReason | null> = new Set<LinkReason>(['nofollow', 'off-topic']);
type LinkReason = Extract<SkipReason, 'nofollow' | 'off-topic'>;

/** An address that only links led to which Surf does not follow. */
export interface RefusedByLink {
  readonly reason: LinkReason;
}

export const isRefusedByLink = <T extends Pick<Verdict, 'reason'>>(judged: T): judged is T & RefusedByLink =>
  LINK_REASONS.has(judged.reason);
