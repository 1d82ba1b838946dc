import type { Execution } from '#core/execution/execution.ts';

/**
 * Faults of a deployment that its rows show, for its operator: docs/how-to/runbook.md says what to
 * do about each. What rows do not show is an alarm of CloudWatch (infra/constructs/monitoring).
 */
export const INCIDENTS = ['crawl-failed', 'crawl-stalled', 'workers-not-started', 'spend'] as const;
export type IncidentName = (typeof INCIDENTS)[number];

/** Incidents that last until something changes: their end is reported, too. */
export const LASTING = ['crawl-stalled', 'workers-not-started'] as const;
export type LastingName = (typeof LASTING)[number];

/** An incident of an execution. It has no text of users or of the web. */
export interface CrawlIncident {
  readonly name: Exclude<IncidentName, 'spend'>;
  readonly execution: Execution['id'];
  /** The current status; null: the execution was deleted. */
  readonly status: Execution['status'] | null;
  readonly reason: string | null;
  /** True if it lasted, and no longer does. */
  readonly isOver: boolean;
}

/** Crawls have used more in a day than the operator's bound. */
export interface SpendIncident {
  readonly name: 'spend';
  /** In UTC. */
  readonly day: string;
  readonly usd: number;
  readonly mostUsd: number;
}

export type Incident = CrawlIncident | SpendIncident;
