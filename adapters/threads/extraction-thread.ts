import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { ExtractionMark, type ExtractionOrder, type ExtractionReply } from '#adapters/threads/extraction-messages.ts';
import { CompiledSelection } from '#core/selection/compiled-selection.ts';

/**
 * Trees live as long as their page. V8 may conclude from the first of them that they live long, and from then on makes all of them in the old
 * generation: that doubles the CPU of a page, in one run of three.
 */
setFlagsFromString('--no-allocation-site-pretenuring');

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
