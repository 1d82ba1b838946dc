import { parentPort } from 'node:worker_threads';
import { READY, type TextRequest } from '#cli/export/text-threads.ts';
import { mainText } from '#core/export/main-text.ts';

/** A thread of TextThreads. */
parentPort?.on('message', ({ html, base }: TextRequest) => parentPort?.postMessage(mainText(html, base)));
parentPort?.postMessage(READY);
