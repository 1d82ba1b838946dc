import { parentPort } from 'node:worker_threads';
import { READY, type TextRequest } from '#adapters/threads/text-threads.ts';
import { mainText } from '#core/content/main-text.ts';

/** The code of one `TextThreads` thread. */
parentPort?.on('message', ({ html, base }: TextRequest) => parentPort?.postMessage(mainText(html, base)));
parentPort?.postMessage(READY);
