import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import {
  ExtractionMark,
  type ExtractionOrder,
  type ExtractionReply,
  type PageOrder,
} from '#adapters/threads/extraction-messages.ts';
import { CompiledSelection } from '#core/selection/compiled/compiled-selection.ts';
import { MAX_PAGE_MS } from '#core/selection/records/too-complex.ts';

/**
 * Trees live as long as their page. V8 may conclude from the first of them that they live long, and
 * from then on makes all of them in the old generation: that doubles the CPU of a page, in one run
 * of three.
 */
setFlagsFromString('--no-allocation-site-pretenuring');

/**
 * The thread that extracts: nothing else runs in it, so that it can be ended in the middle of a
 * page.
 */
const mark = new ExtractionMark((workerData as { readonly mark: SharedArrayBuffer }).mark);
const policies = new Map<number, CompiledSelection>();
let begunAt = 0;

const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/**
 * CPU time as far as a page's limit needs it: never more than has passed, so the system is asked
 * only when that is more than the limit.
 */
const cpuMs = (): number => {
  const passedMs = performance.now() - begunAt;
  return passedMs < MAX_PAGE_MS ? mark.cpuMs + passedMs : threadCpuMs();
};

function recordOf({ policy, page, from, length, ...facts }: PageOrder, memory: SharedArrayBuffer): string {
  mark.begin(page, threadCpuMs());
  begunAt = performance.now();
  const body = new Uint8Array(memory, from, length);
  return JSON.stringify(policies.get(policy)?.extract({ ...facts, body }) ?? null);
}

parentPort?.on('message', (order: ExtractionOrder) => {
  if (order.type === 'policy') {
    policies.set(order.policy, new CompiledSelection(order.selection, cpuMs));
    return;
  }
  const texts = order.pages.map((page) => recordOf(page, order.memory));
  parentPort?.postMessage({ batch: order.batch, texts } satisfies ExtractionReply);
  mark.end();
});
