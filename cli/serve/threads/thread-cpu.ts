import type { Worker } from 'node:worker_threads';

/** CPU time of a thread, ms; null if the runtime does not report it, or the thread has ended. */
export async function cpuOf(worker: Worker): Promise<number | null> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1_000;
  } catch {
    return null;
  }
}
