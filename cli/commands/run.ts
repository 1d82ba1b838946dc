import { buffer } from 'node:stream/consumers';
import type { Run } from '#cli/command.ts';
import { readDocument } from '#cli/read-document.ts';
import { startCrawl } from '#cli/start-crawl.ts';
import { parseDocument } from '#core/workflow/workflow-document.ts';

/** `surf run FILE` */
export const run: Run = async (call) => {
  const file = call.positionals[0] ?? '';
  const text = file === '-' ? await buffer(process.stdin) : await readDocument(file);
  return await startCrawl(call, { document: parseDocument(text, file === '-' ? 'stdin' : file), seeds: [] });
};
