import { parentPort } from 'node:worker_threads';
import type { TextRequest } from '#cli/text-threads.ts';
import { mainText, plainMainText } from '#core/export/main-text.ts';

/** A thread of TextThreads. */
parentPort?.on('message', ({ html, base, plain }: TextRequest) => {
  parentPort?.postMessage(plain ? plainMainText(html) : mainText(html, base));
});
