import { openSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/**
 * Starts a thread that hangs in a system call: it opens the pipe STUCK_PIPE, which nobody writes
 * to. Nothing in the process can end it.
 */
const { STUCK_PIPE = '' } = process.env;
const MOST_MS = 10_000;

if (isMainThread) {
  const begun = new Int32Array(new SharedArrayBuffer(4));
  new Worker(new URL(import.meta.url), { workerData: begun }).unref();
  Atomics.wait(begun, 0, 0, MOST_MS);
} else if (workerData instanceof Int32Array) {
  Atomics.store(workerData, 0, 1);
  Atomics.notify(workerData, 0);
  openSync(STUCK_PIPE, 'r');
}
