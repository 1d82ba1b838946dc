import { buffer } from 'node:stream/consumers';
import { listedAddresses } from '#cli/args/addresses/address-list.ts';
import { looksLikeAddress, looksLikeDocument, looksLikeList, typedAddress } from '#cli/args/addresses/typed-address.ts';
import type { Call, Run } from '#cli/args/command.ts';
import { isFile, readDocument } from '#cli/args/read-document.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { savedWorkflow } from '#cli/backend/saved-workflow.ts';
import { settingsOf } from '#cli/crawl/run-settings.ts';
import { type CrawlRequest, workflowOf } from '#cli/crawl/start-crawl.ts';
import { estimateLines } from '#cli/progress/estimate-lines.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { parseDocument } from '#core/workflow/parsing/workflow-document.ts';
import { seedName } from '#core/workflow/seed-name.ts';

/** `surf estimate FILE|WORKFLOW|URL…` */
export const run: Run = async (call) =>
  await withBackend(call, async (backend) => {
    const workflow = await workflowOf(call, await askedFor(call, backend));
    if (!call.json) call.terminal.note(`sampling the sites of ${workflow.name}`);
    const estimate = await backend.estimate({ workflow, settings: settingsOf(call) });
    if (call.json) await call.terminal.json(estimate);
    else for (const line of estimateLines(estimate)) await call.terminal.line(line);
    return estimate.sample.pages === 0 ? EXIT.nothingFetched : EXIT.succeeded;
  });

/** The workflow to estimate: of a file, else a saved one, else of an address. */
async function askedFor({ positionals }: Call, backend: Backend): Promise<CrawlRequest> {
  const [first = ''] = positionals;
  const words = first === '-' ? positionals : await listedAddresses(positionals);
  const seeds = words.map((text) => typedAddress(text).url);
  const addresses = { document: { name: seedName(seeds) }, seeds };
  if (positionals.length > 1 || looksLikeList(first) || /^https?:\/\//i.test(first)) return addresses;
  if (first === '-') return { document: parseDocument(await buffer(process.stdin), 'stdin'), seeds: [] };
  if (isFile(first) || looksLikeDocument(first)) {
    return { document: parseDocument(await readDocument(first), first), seeds: [] };
  }
  const saved = await backend.workflows.find(first);
  if (saved === null && looksLikeAddress(first)) return addresses;
  return { document: (saved ?? (await savedWorkflow(backend, first))).definition, seeds: [] };
}
