import { type MessagePort, parentPort } from 'node:worker_threads';
import type { UnitOrder, UnitReport } from '#adapters/embedded/worker-pool.ts';
import { boundOldHeaps } from '#cli/heap-flags.ts';
import { openWorker, type WorkerData, type WorkerWiring } from '#cli/worker-wiring.ts';
import { crawlUnit } from '#engine/crawl-unit.ts';

/** One worker thread of the embedded mode: runs the units that the pool sends. Until the first comes it touches no file. */
function serve(port: MessagePort): void {
  let worker: WorkerWiring | undefined;
  const run = async ({ ticket, memoryMb, workerData }: UnitOrder): Promise<void> => {
    worker ??= opened(workerData as WorkerData);
    await crawlUnit(worker.unitPorts(memoryMb), ticket, worker.options);
  };
  port.on('message', (order: UnitOrder) => {
    const report = (error: string | null): void => port.postMessage({ id: order.id, error } satisfies UnitReport);
    run(order).then(
      () => report(null),
      (error: unknown) => report(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
  });
}

/** Now all is loaded. */
function opened(data: WorkerData): WorkerWiring {
  boundOldHeaps();
  return openWorker(data);
}

if (parentPort !== null) serve(parentPort);
