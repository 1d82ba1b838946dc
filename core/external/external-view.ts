import type { CheckState, ExternalCheck } from '#core/external/external-check.ts';
import type { CheckCounts, ExternalRegister } from '#core/external/external-link.ts';
import type { ExternalState } from '#core/scope/external/external-rules.ts';

export interface ExternalFilter {
  /** The decision of the rules, or the result of the last request. */
  readonly state?: ExternalState | CheckState;
  /** Host name, with or without port. */
  readonly host?: string;
  /** Links that are not banned and had no request for so many days. */
  readonly dueDays?: number;
}

/** A link of the register as users see it. Times are ISO 8601 UTC. */
export interface ExternalView {
  readonly url: string;
  readonly state: ExternalState;
  /** The pattern or host name that decided; null: none did. */
  readonly rule: string | null;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  /** The execution that saw it last. */
  readonly execution: string;
  /** The page of it that links there first; null: a sitemap, or the execution is deleted. */
  readonly from: string | null;
  /** The last answer to a request; null: none was sent. */
  readonly check: CheckView | null;
}

export interface CheckView extends Pick<ExternalCheck, 'state' | 'status'> {
  /** The execution that requested it. */
  readonly execution: string;
  /** Reason why it is dead or unknown; null: alive. */
  readonly reason: string | null;
  readonly at: string;
  /** Time when it was first found in this state. */
  readonly since: string;
}

/** The sums of a register. */
export interface ExternalSums extends Pick<ExternalRegister, 'links' | 'leftOut'> {
  readonly execution: string;
  /** Start of the execution that left the register. */
  readonly at: string;
  /** Links that were requested, by their last answer. */
  readonly checks: CheckCounts;
}

export interface ExternalPage {
  /** Null: no execution has left a register yet. */
  readonly register: ExternalSums | null;
  readonly items: readonly ExternalView[];
  /** Null behind the last link. */
  readonly next: string | null;
}
