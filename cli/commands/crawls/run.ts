import { buffer } from 'node:stream/consumers';
import type { Call, Run } from '#cli/args/command.ts';
import { readDocument } from '#cli/args/read-document.ts';
import { startCrawl } from '#cli/crawl/start-crawl.ts';
import type { ExitCode } from '#cli/terminal/exit-code.ts';
import { isCrawlerConf, parseCrawlerConf } from '#core/crawler-conf/crawler-conf.ts';
import { SurfError } from '#core/error.ts';
import { parseDocument } from '#core/workflow/parsing/workflow-document.ts';
import { MAX_DOCUMENT_BYTES } from '#core/workflow/workflow.ts';

/** `surf run FILE` */
export const run: Run = async (call) => {
  const file = call.positionals[0] ?? '';
  const bytes = file === '-' ? await buffer(process.stdin) : await readDocument(file);
  const name = file === '-' ? 'stdin' : file;
  const text = bytes.length > MAX_DOCUMENT_BYTES ? '' : Buffer.from(bytes).toString();
  if (isCrawlerConf(name, text)) return await crawlAsConf(call, { name, bytes, text });
  if (call.flags.has('once')) {
    throw new SurfError('COMMAND_USAGE', '--once belongs to a Crawler.conf', {
      remedy: 'leave it out: a workflow is run once',
    });
  }
  return await startCrawl(call, { document: parseDocument(bytes, name), seeds: [] });
};

/** Loads code that only these files need. */
async function crawlAsConf(
  call: Call,
  { name, bytes, text }: { readonly name: string; readonly bytes: Uint8Array; readonly text: string },
): Promise<ExitCode> {
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    throw new SurfError('WORKFLOW_TOO_LARGE', `${name} is larger than 256 KiB`, {
      remedy: 'split the crawl into several',
    });
  }
  if (call.flags.has('out')) {
    throw new SurfError('COMMAND_USAGE', '--out does not go with a Crawler.conf, which names its repository', {
      remedy: 'leave it out; surf export last -o PATH writes other formats afterwards',
    });
  }
  const conf = parseCrawlerConf(text, name);
  const { runCrawlerConf } = await import('#cli/crawl/run-crawler-conf.ts');
  return await runCrawlerConf(call, conf);
}
