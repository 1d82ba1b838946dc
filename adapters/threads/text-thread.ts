import { parentPort } from 'node:worker_threads';
import { READY, type TextRequest } from '#adapters/threads/text-threads.ts';
import { mainText } from '#core/content/main-text.ts';
import type { MainText } from '#core/content/tree/plain-markup.ts';

/** The reader of PDF is loaded for the first one: most threads never meet one. */
async function textOf(request: TextRequest): Promise<MainText> {
  if (!('document' in request)) return mainText(request.html, request.base, request.part);
  const { pdfText } = await import('#adapters/threads/pdf-text.ts');
  return await pdfText(request.document);
}

/** The code of one `TextThreads` thread. */
parentPort?.on('message', async (request: TextRequest) => parentPort?.postMessage(await textOf(request)));
parentPort?.postMessage(READY);
