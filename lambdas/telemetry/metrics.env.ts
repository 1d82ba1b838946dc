/**
 * CloudWatch metrics of ours, written as EMF by the functions and read by the alarms. Imports
 * nothing. At most ten: those are free.
 */
export const METRICS_NAMESPACE = 'Surf';

/**
 * The one dimension: `service` = `surf-<stage>`. Never a host or an execution: each value would be
 * its own metric.
 */
export const serviceOf = (stage: string): string => `surf-${stage}`;

export const METRIC = {
  /** Pages stored, counted when their wave is closed. */
  pages: 'Pages',
  /** Waves that were closed. */
  waves: 'Waves',
  /** USD at list price, as metered. */
  spend: 'SpendUsd',
  /** Units that ended with a report, and those whose worker died. */
  units: 'Units',
  unitsDied: 'UnitsDied',
  /** Units whose Lambda could not be started for minutes. */
  unitsNotStarted: 'UnitsNotStarted',
  /** Executions that ended, and those of them that failed. */
  ended: 'ExecutionsEnded',
  failed: 'ExecutionsFailed',
  /** Minutes that the most belated wave, wait or control call is past its deadline. */
  overdueMinutes: 'OverdueMinutes',
} as const;
