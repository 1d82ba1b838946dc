import { type Desired, type Exemption, LIMIT_NAMES, type LimitName } from '#core/execution/execution.ts';
import { STUCK_WAVES, UNSTARTED_WAVES } from '#core/frontier/frontier.ts';
import type { WayOut } from '#core/frontier/waits/way-fault.ts';
import { NO_SEED, NO_WAY, NO_WORKER, SECRET_PAUSE, WITHDRAWN } from '#core/frontier/wave/end-reason.ts';
import type { SecretRefusal } from '#core/secrets/secrets.ts';

/** An execution as `decideStep` sees it, after its wave was closed. */
export interface Situation {
  readonly desired: Desired;
  /** Right that the crawl uses and its owner has lost; null: none. */
  readonly withdrawn: Exemption | null;
  /**
   * Reason why a secret of a header cannot be used; null: all can. Without it no request is sent.
   */
  readonly secretRefused: SecretRefusal | null;
  /**
   * The way out that was gone when the last wave ended, and has had its time to come back; null:
   * none.
   */
  readonly wayGone: WayOut | null;
  readonly noProgress: number;
  readonly unstarted: number;
  /** A depth-first crawl admits a page's links before it continues. */
  readonly depthFirst: boolean;
  /** Tasks that could be in the next wave. */
  readonly ready: number;
  /** Pending URLs. */
  readonly pending: number;
  /** Has the crawl stored a page, or found one unmodified or a copy? */
  readonly anyPage: boolean;
  /** Candidates not merged yet. */
  readonly candidates: number;
  /**
   * Something with a slot waits until then (epoch ms), and why; Infinity: nothing. The level cannot
   * close before.
   */
  readonly waitUntil: number;
  readonly waitCause: string;
  /** Time at which the next parked task or slow host is due; these do not keep a level open. */
  readonly parkedUntil: number;
  readonly parkedCause: string;
  /**
   * No request may start before (epoch ms), even with tasks ready, and why; null: they may start
   * now.
   */
  readonly closedUntil: number | null;
  readonly closedCause: string;
  /** Limits that keep pending tasks from a slot, and limits that allow no wave at all. */
  readonly heldBy: ReadonlySet<LimitName>;
  readonly exhausted: LimitName | null;
  /** No request may start later; null = no limit. */
  readonly deadlineAt: number | null;
}

export type Decision =
  | { readonly type: 'crawl' }
  /** Merge the candidates, then decide again. */
  | { readonly type: 'close-level' }
  | { readonly type: 'wait'; readonly until: number; readonly cause: string }
  | {
      readonly type: 'end';
      readonly status: 'succeeded' | 'limited' | 'paused' | 'stopped' | 'failed';
      readonly reason: string | null;
    };

/**
 * Decides the next step, with its reason (design.md §3). The order of the rules is the order of
 * their weight: the user's wish, a crawl that gets nowhere or finds no worker, (depth-first) the
 * links of the last page, hours in which nothing is crawled (the level stays open: what they parked
 * belongs to it), a secret that cannot be used, a way out that is gone, a wave, a wait inside the
 * level, the end of the level, a wait for parked tasks, the end of the crawl. The function is pure
 * and total.
 */
export function decideStep(now: Situation): Decision {
  if (now.desired === 'pause') return { type: 'end', status: 'paused', reason: null };
  if (now.desired === 'stop') return { type: 'end', status: 'stopped', reason: null };
  if (now.withdrawn !== null) return { type: 'end', status: 'paused', reason: WITHDRAWN[now.withdrawn] };
  if (now.noProgress >= STUCK_WAVES) return { type: 'end', status: 'failed', reason: 'stuck' };
  if (now.unstarted >= UNSTARTED_WAVES) return { type: 'end', status: 'paused', reason: NO_WORKER };
  if (now.depthFirst && now.candidates > 0) return { type: 'close-level' };
  const waits = now.ready === 0 && now.waitUntil !== Number.POSITIVE_INFINITY;
  if (now.exhausted !== null && (now.ready > 0 || waits)) return limited(new Set([now.exhausted]));
  if (now.closedUntil !== null && now.exhausted === null && (now.ready > 0 || waits || isParked(now)))
    return { type: 'wait', until: sooner(now.closedUntil, now.deadlineAt), cause: now.closedCause };
  if (now.ready > 0 && now.secretRefused !== null)
    return { type: 'end', status: 'paused', reason: SECRET_PAUSE[now.secretRefused] };
  if (now.ready > 0 && now.wayGone !== null) {
    const neverWorked = now.wayGone === 'proxy' && !now.anyPage;
    return { type: 'end', status: neverWorked ? 'failed' : 'paused', reason: NO_WAY[now.wayGone] };
  }
  if (now.ready > 0) return { type: 'crawl' };
  if (waits) return { type: 'wait', until: sooner(now.waitUntil, now.deadlineAt), cause: now.waitCause };
  if (now.candidates > 0) return { type: 'close-level' };
  if (isParked(now)) {
    if (now.exhausted !== null) return limited(new Set([now.exhausted]));
    return { type: 'wait', until: sooner(now.parkedUntil, now.deadlineAt), cause: now.parkedCause };
  }
  if (now.pending > 0) return limited(now.heldBy);
  if (!now.anyPage) return { type: 'end', status: 'failed', reason: NO_SEED };
  return { type: 'end', status: 'succeeded', reason: null };
}

const isParked = ({ parkedUntil }: Situation): boolean => parkedUntil !== Number.POSITIVE_INFINITY;

const sooner = (until: number, deadlineAt: number | null): number => Math.min(until, deadlineAt ?? until);

/** Names the first limit that bound, in the order of LIMIT_NAMES. */
function limited(limits: ReadonlySet<LimitName>): Decision {
  const first = LIMIT_NAMES.find((name) => limits.has(name));
  return { type: 'end', status: 'limited', reason: first ?? 'pages' };
}
