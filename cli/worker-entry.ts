/** Module that worker threads run. */
export const WORKER_ENTRY = new URL('./worker-thread.ts', import.meta.url);
