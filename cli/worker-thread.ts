import { parentPort, workerData } from 'node:worker_threads';
import type { UnitOrder, UnitReport } from '#adapters/embedded/worker-pool.ts';
import { openWorker, type WorkerData } from '#cli/worker-wiring.ts';
import { crawlUnit } from '#engine/crawl-unit.ts';

/** One worker thread of the embedded mode: runs the units that the pool sends. */
const worker = openWorker(workerData as WorkerData);

parentPort?.on('message', ({ id, ticket, memoryMb }: UnitOrder) => {
  crawlUnit(worker.unitPorts(memoryMb), ticket, worker.options).then(
    () => report({ id, error: null }),
    (error: unknown) => report({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

function report(message: UnitReport): void {
  parentPort?.postMessage(message);
}
