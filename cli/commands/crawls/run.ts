import { existsSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { looksLikeDocument } from '#cli/args/addresses/typed-address.ts';
import type { Call, Run } from '#cli/args/command.ts';
import { isFile, readDocument } from '#cli/args/read-document.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { startCrawl } from '#cli/crawl/start-crawl.ts';
import type { ExitCode } from '#cli/terminal/exit-code.ts';
import { isCrawlerConf, parseCrawlerConf } from '#core/crawler-conf/crawler-conf.ts';
import { SurfError } from '#core/error.ts';
import { parseDocument } from '#core/workflow/parsing/workflow-document.ts';
import { MAX_DOCUMENT_BYTES } from '#core/workflow/workflow.ts';

/** `surf run FILE|WORKFLOW` */
export const run: Run = async (call) => {
  const file = call.positionals[0] ?? '';
  if (file !== '-' && !isFile(file) && !looksLikeDocument(file)) return await crawlSaved(call, file);
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

/** Crawls as a workflow says that `surf apply` or the console has saved. */
async function crawlSaved(call: Call, name: string): Promise<ExitCode> {
  if (/^https?:\/\//i.test(name)) {
    throw new SurfError('COMMAND_USAGE', `${name.slice(0, 200)} is an address, not a file`, {
      remedy: `surf crawl ${name.slice(0, 200)}`,
    });
  }
  const saved = await withBackend(call, async ({ workflows }) => await workflows.find(name));
  if (saved !== null) return await startCrawl(call, { document: saved.definition, seeds: [], saved });
  const what = existsSync(name) ? `${name} is a folder` : `there is no file ${name}`;
  throw new SurfError('WORKFLOW_NOT_FOUND', `${what}, and no saved workflow has that name`, {
    remedy: 'give the path of a file in JSON or YAML (examples/ has some), or a name that surf apply has saved',
  });
}

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
    throw new SurfError('COMMAND_USAGE', '--out cannot be combined with a Crawler.conf, which names its repository', {
      remedy: 'leave it out; surf export last -o PATH writes other formats afterwards',
    });
  }
  const conf = parseCrawlerConf(text, name);
  const { runCrawlerConf } = await import('#cli/crawl/run-crawler-conf.ts');
  return await runCrawlerConf(call, conf);
}
