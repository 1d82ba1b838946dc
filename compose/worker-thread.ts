import { type MessagePort, parentPort } from 'node:worker_threads';
import type { ParkOrder, UnitOrder, UnitReport } from '#adapters/embedded/worker-pool.ts';
import type { HookOrder } from '#adapters/threads/hook-calls.ts';
import { openWorker, type WorkerData, type WorkerWiring } from '#compose/compose-worker.ts';
import { boundOldHeaps } from '#compose/heap-flags.ts';
import { threadHooks } from '#compose/thread-hooks.ts';
import type { SurfError } from '#core/error.ts';
import { isMachineFault } from '#core/machine-fault.ts';
import type { UnitHooks } from '#core/run/unit-hooks.ts';
import { crawlUnit } from '#engine/crawl-unit/crawl-unit.ts';

/**
 * One worker thread of the embedded mode: runs the units that the pool sends. It touches no file
 * before the first one.
 */
function serve(port: MessagePort): void {
  let worker: WorkerWiring | undefined;
  const parked = new AbortController();
  const run = async ({ ticket, memoryMb, workerData }: UnitOrder): Promise<void> => {
    worker ??= opened(workerData as WorkerData);
    await crawlUnit(worker.unitPorts(memoryMb), ticket, {
      ...worker.options,
      parked: parked.signal,
      ...(hooks !== undefined && { hooks }),
    });
  };
  let hooks: UnitHooks | undefined;
  port.on('message', (order: UnitOrder | ParkOrder | HookOrder) => {
    if ('type' in order && order.type === 'hooks') {
      hooks = threadHooks(order);
      return;
    }
    if ('type' in order) {
      parked.abort();
      return;
    }
    const report = (end: Omit<UnitReport, 'id'>): void =>
      port.postMessage({ id: order.id, ...end } satisfies UnitReport);
    run(order).then(
      () => report({ error: null }),
      (error: unknown) => report(failureOf(error)),
    );
  });
}

function failureOf(error: unknown): Omit<UnitReport, 'id'> {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (!isMachineFault(error)) return { error: text };
  const { code, message, remedy } = error as SurfError;
  return { error: text, fault: { code, message, remedy } };
}

/** Opens the wiring, when all modules are loaded. */
function opened(data: WorkerData): WorkerWiring {
  boundOldHeaps();
  return openWorker(data);
}

if (parentPort !== null) serve(parentPort);
