import type { Meter } from '#core/cost/meter.ts';
import type { Usage } from '#core/cost/usage.ts';

/** Totals of the calls of one operation. */
export interface CallCounts {
  /** Attempts that were sent, answered or not. */
  readonly requests: number;
  /** DynamoDB's units, as reported where it reports them. */
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Bytes of objects. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

const NOTHING: CallCounts = { requests: 0, writeUnits: 0, readUnits: 0, bytesSent: 0, bytesReceived: 0 };

/** Usage of one attempt: the meter's units, and bytes of objects. */
export type CallUse = Partial<Pick<Usage, 'writeUnits' | 'readUnits' | 'puts' | 'gets' | 'secretReads'>> &
  Partial<Pick<CallCounts, 'bytesSent' | 'bytesReceived'>>;

/**
 * Counts every call of one invocation, by operation, and passes on to its meter what costs
 * something.
 */
export class CallLedger {
  readonly #meter: Meter;
  readonly #operations = new Map<string, CallCounts>();

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  /** One attempt. @param operation its name in AWS: `PutItem` */
  count(operation: string, use: CallUse): void {
    const { bytesSent = 0, bytesReceived = 0, ...metered } = use;
    const before = this.#operations.get(operation) ?? NOTHING;
    this.#operations.set(operation, {
      requests: before.requests + 1,
      writeUnits: before.writeUnits + (use.writeUnits ?? 0),
      readUnits: before.readUnits + (use.readUnits ?? 0),
      bytesSent: before.bytesSent + bytesSent,
      bytesReceived: before.bytesReceived + bytesReceived,
    });
    this.#meter.add(metered);
  }

  /** Counts of all operations that were called, by name. */
  operations(): Readonly<Record<string, CallCounts>> {
    return Object.fromEntries([...this.#operations].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
