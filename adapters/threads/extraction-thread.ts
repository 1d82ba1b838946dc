import { parentPort, workerData } from 'node:worker_threads';
import { ExtractionMark, type ExtractionOrder, type ExtractionReply } from '#adapters/threads/extraction-messages.ts';
import { CompiledSelection } from '#core/selection/compiled-selection.ts';

/** The thread that extracts: nothing else runs in it, so that it can be ended in the middle of a page. */
const mark = new ExtractionMark((workerData as { readonly mark: SharedArrayBuffer }).mark);
const policies = new Map<number, CompiledSelection>();

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

parentPort?.on('message', (order: ExtractionOrder) => {
  if (order.type === 'policy') {
    policies.set(order.policy, new CompiledSelection(order.selection, cpuMs));
    return;
  }
  mark.begin(order.page, cpuMs());
  const text = JSON.stringify(policies.get(order.policy)?.extract(order) ?? null);
  parentPort?.postMessage({ page: order.page, text } satisfies ExtractionReply);
  mark.end();
});
