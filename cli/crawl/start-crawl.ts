import type { Call } from '#cli/args/command.ts';
import { GLOBAL_FLAGS, RUN_FLAGS, START_FLAGS } from '#cli/args/flag.ts';
import { readDocument } from '#cli/args/read-document.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { followExecution } from '#cli/crawl/follow-execution.ts';
import type { ExitCode } from '#cli/terminal/exit-code.ts';
import type { RunSettings } from '#core/execution/execution.ts';
import { parseConnectTo } from '#core/fetch/connect-to.ts';
import { checkWorkflow } from '#core/workflow/parse-workflow.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { parseDocument } from '#core/workflow/workflow-document.ts';
import { applyFlags } from '#core/workflow/workflow-flags.ts';

/**
 * Starts an execution of a workflow and follows it to its end.
 * @param from.document the workflow as given, without what flags say @param from.seeds added to it
 */
export async function startCrawl(
  call: Call,
  from: { readonly document: unknown; readonly seeds: readonly string[] },
): Promise<ExitCode> {
  const workflow = await workflowOf(call, from);
  const settings = settingsOf(call);
  return await withBackend(call, async (backend) => {
    const named = call.flags.value('base');
    const base = named === undefined ? {} : { base: await backend.findExecution(named) };
    const run = await backend.start({ workflow, settings, ...base });
    if (!call.json) call.terminal.note(`execution ${run.id} (data in ${backend.name})`);
    return await followExecution(call, backend, run);
  });
}

/** The workflow of a document, with what flags say over it. */
export async function workflowOf(
  call: Call,
  from: { readonly document: unknown; readonly seeds: readonly string[] },
): Promise<Workflow> {
  const own = new Set([...GLOBAL_FLAGS, ...START_FLAGS, ...RUN_FLAGS].map(({ name }) => name));
  const fields = call.flags.all.filter(({ flag }) => !own.has(flag) && flag !== 'selection');
  const policy = call.flags.value('selection');
  const document = policy === undefined ? from.document : await withSelection(from.document, policy);
  const seeds = from.seeds.map((value) => ({ flag: 'seeds', value }));
  return checkWorkflow(applyFlags(document, [...seeds, ...fields]));
}

/** What belongs to the run, and never to the workflow. */
export const settingsOf = ({ flags }: Call): RunSettings => ({
  allowPrivateNetwork: flags.has('allow-private-network'),
  connectTo: flags.values('connect-to').map(parseConnectTo),
});

/** The document with the selection policy of a file; `none`: without one. */
async function withSelection(document: unknown, file: string): Promise<unknown> {
  const selection = file === 'none' ? null : parseDocument(await readDocument(file), file);
  return { ...(document as object | undefined), selection };
}
