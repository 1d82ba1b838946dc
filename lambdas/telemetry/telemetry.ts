import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { METRIC } from './metrics.env.ts';

export type MetricName = (typeof METRIC)[keyof typeof METRIC];

/** Fields of a log line: figures and names, never bodies, headers or whole events. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Log and metrics of a function: one line per invocation, and its metrics beside it (EMF, so that
 * they cost no call).
 */
export interface Telemetry {
  /** Names this invocation in all further lines. */
  readonly begin: (requestId: string) => void;
  readonly line: (message: string, fields: Fields) => void;
  readonly problem: (message: string, fields: Fields, error?: unknown) => void;
  /** Adds to metrics, which are written when the invocation ends. */
  readonly count: (counts: Partial<Record<MetricName, number>>) => void;
  /** Writes the metrics of the invocation. */
  readonly flush: () => void;
}

const UNITS: Partial<Record<MetricName, (typeof MetricUnit)[keyof typeof MetricUnit]>> = {
  SpendUsd: MetricUnit.NoUnit,
};

/**
 * Telemetry through Powertools for AWS Lambda; service, namespace and level come from its
 * environment variables.
 */
export function powertoolsTelemetry(): Telemetry {
  const logger = new Logger();
  const metrics = new Metrics();
  return {
    begin: (requestId) => logger.appendKeys({ requestId }),
    line: (message, fields) => logger.info(message, { ...fields }),
    problem: (message, fields, error) => logger.error(message, { ...fields, ...(error instanceof Error && { error }) }),
    count(counts) {
      for (const [name, value] of Object.entries(counts))
        metrics.addMetric(name, UNITS[name as MetricName] ?? MetricUnit.Count, value);
    },
    flush() {
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics(); // it would warn of every invocation without
    },
  };
}
