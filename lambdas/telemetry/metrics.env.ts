/**
 * Surf's CloudWatch metrics, for the dashboard. Functions that crawl write them as EMF, so an idle
 * deployment has none. It has no imports. At most ten: those are free.
 */
export const METRICS_NAMESPACE = 'Surf';

/**
 * The only dimension: `service` = `surf-<stage>`. Never a host or an execution, because each value
 * would be a separate metric.
 */
export const serviceOf = (stage: string): string => `surf-${stage}`;

export const METRIC = {
  /** Pages stored, counted when their wave is closed. */
  pages: 'Pages',
  /** Closed waves. */
  waves: 'Waves',
  /** USD at list price, as metered. */
  spend: 'SpendUsd',
  /** Units that ended with a report, and those whose worker died. */
  units: 'Units',
  unitsDied: 'UnitsDied',
  /** Units whose Lambda did not start for minutes. */
  unitsNotStarted: 'UnitsNotStarted',
  /** Executions that ended, and those of them that failed. */
  ended: 'ExecutionsEnded',
  failed: 'ExecutionsFailed',
} as const;
