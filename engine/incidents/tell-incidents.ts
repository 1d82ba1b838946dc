import { nullOn } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import {
  firstState,
  type IncidentBounds,
  type IncidentCheck,
  incidentsOf,
  LIST_LATE_MS,
} from '#core/incident/incident-check.ts';
import type { IncidentState, IncidentStore, OperatorMessage } from '#core/incident/incident-state.ts';
import type { Clock } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { SendResult } from '#core/notify/message-sender.ts';
import { messagesOf, type OperatedDeployment } from '#engine/incidents/incident-messages.ts';
import { executionsSince } from '#engine/notify/executions-since.ts';

/** Most messages that wait for the topic; beyond them Surf drops the oldest. */
const MOST_WAITING = 50;

export interface IncidentPorts {
  readonly catalog: Pick<Catalog, 'executions' | 'execution'>;
  readonly incidents: IncidentStore;
  readonly clock: Clock;
  /** Tells the operator. Never throws. */
  readonly publish: (message: OperatorMessage) => Promise<SendResult>;
}

/** Rows that the watchdog has read already. */
export interface WatchedRows {
  /** Executions that have not ended. */
  readonly going: readonly Execution[];
  /** Executions past their deadline. */
  readonly late: readonly Execution[];
}

export interface ToldIncidents {
  /** Messages that were sent. */
  readonly told: number;
  /** Why a message could not be sent; null: all were. The next check sends it again. */
  readonly why: string | null;
}

/**
 * Tells the operator of incidents since the last check, once each. A message is stored before it is
 * sent: after a death between the two, the next check sends it, always with the same id.
 */
export async function tellIncidents(
  ports: IncidentPorts,
  rows: WatchedRows,
  of: { readonly deployment: OperatedDeployment; readonly bounds: IncidentBounds },
): Promise<ToldIncidents> {
  const { incidents: store } = ports;
  const before = await store.state();
  const check = await checkOf(ports, rows, before);
  if (before === null) {
    await store.saveState(firstState(check));
    return { told: 0, why: null };
  }
  const { incidents, state } = incidentsOf(before, check, of.bounds);
  const version = before.version + 1;
  const waiting = [...state.waiting, ...messagesOf(incidents, of.deployment, version)].slice(-MOST_WAITING);
  const after = { ...state, waiting };
  const isNews = JSON.stringify(after) !== JSON.stringify(before);
  if (!isNews && waiting.length === 0) return { told: 0, why: null };
  if ((await store.saveState({ ...after, version })) === 'conflict') return { told: 0, why: null }; // another check tells it
  const { told, why } = await send(ports, waiting);
  if (told > 0) await store.saveState({ ...after, version: version + 1, waiting: waiting.slice(told) });
  return { told, why };
}

/** Publishes the incidents in order, until the topic refuses one. */
async function send({ publish }: IncidentPorts, waiting: readonly OperatorMessage[]): Promise<ToldIncidents> {
  let told = 0;
  for (const message of waiting) {
    const { why } = await publish(message);
    if (why !== null) return { told, why };
    told += 1;
  }
  return { told, why: null };
}

/** Reads new and watched executions; the watchdog reads the others. */
async function checkOf(
  { catalog, clock }: IncidentPorts,
  { going, late }: WatchedRows,
  state: IncidentState | null,
): Promise<IncidentCheck> {
  const fresh = state === null ? [] : await executionsSince(catalog, state.seenUntil - LIST_LATE_MS);
  const rows = new Map<ExecutionId, Execution | null>([...late, ...going, ...fresh].map((row) => [row.id, row]));
  for (const { execution } of state?.watched ?? [])
    if (!rows.has(execution)) rows.set(execution, await nullOn('EXECUTION_NOT_FOUND', catalog.execution(execution)));
  return { now: clock.now(), rows, late: new Set(late.map(({ id }) => id)) };
}
