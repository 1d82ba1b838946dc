import { type MessagePort, parentPort } from 'node:worker_threads';
import type { UnitOrder, UnitReport } from '#adapters/embedded/worker-pool.ts';
import { HeapWatch } from '#cli/heap-watch.ts';
import { openWorker, type WorkerData, type WorkerWiring } from '#cli/worker-wiring.ts';
import { crawlUnit } from '#engine/crawl-unit.ts';

/** What units that have ended may leave in a heap that nobody uses. */
const IDLE_GARBAGE_BYTES = 40 * 1024 * 1024;

/** One worker thread of the embedded mode: runs the units that the pool sends. Until the first comes it touches no file. */
function serve(port: MessagePort): void {
  let worker: WorkerWiring | undefined;
  const heap = new HeapWatch(IDLE_GARBAGE_BYTES);
  const run = async ({ ticket, memoryMb, workerData }: UnitOrder): Promise<void> => {
    worker ??= openWorker(workerData as WorkerData);
    await crawlUnit(worker.unitPorts(memoryMb), ticket, worker.options);
  };
  let running = 0;
  port.on('message', (order: UnitOrder) => {
    const report = (error: string | null): void => port.postMessage({ id: order.id, error } satisfies UnitReport);
    const rest = (): void => {
      running -= 1;
      if (running === 0) setImmediate(() => heap.look()); // nothing holds on to the units any more, and the planner needs room
    };
    running += 1;
    run(order)
      .then(
        () => report(null),
        (error: unknown) => report(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      )
      .finally(rest);
  });
}

if (parentPort !== null) serve(parentPort);
