import { parentPort, workerData } from 'node:worker_threads';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import { apiPorts } from '#cli/serve/threads/api-ports.ts';
import type { ComparisonData, ComparisonReply, ComparisonRequest } from '#cli/serve/threads/comparisons.ts';
import { openEmbedded } from '#compose/compose-local.ts';
import { EXTRACTION_THREAD } from '#compose/thread-modules.ts';
import { codeOf } from '#core/error.ts';
import { pageNewsFinder } from '#engine/notify/pages/page-news.ts';

/** A thread that compares two executions. The main thread can end it at any time. */
const { data, scratch, extractionHeapMb } = workerData as ComparisonData;
const ports = apiPorts(openEmbedded({ data, existing: true }), { start: async () => undefined }, { scratch });
const extraction = new ThreadExtraction({ entry: EXTRACTION_THREAD, heapMb: extractionHeapMb });

parentPort?.on('message', ({ row, subscription }: ComparisonRequest) => {
  const reply = (message: ComparisonReply): void => parentPort?.postMessage(message);
  if (ports.exports === null) throw new Error('there are no tools to compare with');
  const find = pageNewsFinder(ports, { ...ports.exports, extractor: (selection) => extraction.extractor(selection) });
  find(row, subscription).then(
    (items) => reply({ items }),
    (error: Error) => reply({ fault: { code: codeOf(error) ?? null, message: error.message } }),
  );
});
