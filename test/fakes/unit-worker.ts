import { parentPort, threadId } from 'node:worker_threads';
import type { UnitOrder } from '#adapters/embedded/worker-pool.ts';

/** A worker thread for tests of the pool: a ticket's `plan` says what becomes of the unit. */
parentPort?.on('message', ({ id, ticket, memoryMb }: UnitOrder) => {
  const report = (error: string | null): void => parentPort?.postMessage({ id, error });
  switch (ticket.plan) {
    case 'end':
      return report(null);
    case 'who':
      return report(`thread ${threadId}, unit ${ticket.unit}, ${memoryMb} MB`);
    case 'exit':
      return process.exit(3);
    case 'throw':
      throw new Error('thrown outside of any unit');
    case 'hold':
      return; // until its thread ends
    default:
      return report(`no such plan: ${ticket.plan}`);
  }
});
