import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Run } from '#cli/command.ts';
import { startCrawl } from '#cli/start-crawl.ts';
import { SurfError } from '#core/error.ts';
import { parseDocument } from '#core/workflow/workflow-document.ts';

/** `surf run FILE` */
export const run: Run = async (call) => {
  const file = call.positionals[0] ?? '';
  const text = file === '-' ? await buffer(process.stdin) : await read(file);
  return await startCrawl(call, { document: parseDocument(text, file === '-' ? 'stdin' : file), seeds: [] });
};

async function read(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    const what = missing ? `there is no file ${file}` : `${file} cannot be read: ${message}`;
    throw new SurfError(missing ? 'WORKFLOW_NOT_FOUND' : 'WORKFLOW_INVALID', what, {
      remedy: 'give the path of a workflow in JSON or YAML; examples/ has some',
      cause,
    });
  }
}
