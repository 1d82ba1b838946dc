import type { Call } from '#cli/args/command.ts';
import { GLOBAL_FLAGS, RUN_FLAGS, START_FLAGS } from '#cli/args/flag.ts';
import { readSelection } from '#cli/args/read-document.ts';
import { selectedFields } from '#cli/args/select-flag.ts';
import type { CrawlStart } from '#cli/backend/backend.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { outputsOf } from '#cli/crawl/crawl-outputs.ts';
import { followExecution } from '#cli/crawl/follow-execution.ts';
import { settingsOf } from '#cli/crawl/run-settings.ts';
import { impliedPlugins } from '#cli/plugins/plugin-flag.ts';
import type { ExitCode } from '#cli/terminal/exit-code.ts';
import type { SavedWorkflow } from '#cli/workflows/saved-workflows.ts';
import { workflowDifference } from '#core/workflow/fields/workflow-difference.ts';
import { applyFlags } from '#core/workflow/fields/workflow-flags.ts';
import { checkFirstWorkflow } from '#core/workflow/parsing/checked-workflow.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** A crawl as the command received it. */
export interface CrawlRequest {
  /** The workflow as given, before flags apply. */
  readonly document: unknown;
  /** Further seeds. */
  readonly seeds: readonly string[];
  /** Advice if no page was fetched; null for none. @default null */
  readonly hint?: string | null;
  /** The saved workflow that the document is. @default none: it is a file's, or made of flags */
  readonly saved?: SavedWorkflow;
}

/** Starts an execution of a workflow, follows it to its end, and writes what `-o` names. */
export async function startCrawl(call: Call, from: CrawlRequest): Promise<ExitCode> {
  const outputs = await outputsOf(call);
  const workflow = await workflowOf(call, from);
  await checkColumns(call, workflow);
  const settings = settingsOf(call);
  return await withBackend(call, async (backend) => {
    const named = call.flags.value('base');
    const base = named === undefined ? {} : { base: await backend.findExecution(named) };
    const of = ofSaved(from.saved, workflow);
    const run = await backend.start({ workflow, settings, ...of, ...base, full: call.flags.has('full') });
    if (!call.json) call.terminal.note(`execution ${run.id} (data in ${backend.name})`);
    const selects = workflow.selection !== null;
    const { checks } = workflow.external;
    return await followExecution(call, backend, { run, outputs, hint: from.hint ?? null, selects, checks });
  });
}

/** The saved version that runs, unless flags have changed it: the console shows its executions. */
const ofSaved = (saved: SavedWorkflow | undefined, workflow: Workflow): Pick<CrawlStart, 'of'> =>
  saved === undefined || workflowDifference(saved.definition, workflow).length > 0
    ? {}
    : { of: { id: saved.id, version: saved.version } };

/** Checks the columns, also before the crawl. @throws SurfError COLUMN_UNKNOWN */
async function checkColumns({ flags }: Call, workflow: Workflow): Promise<void> {
  const columns = flags.value('columns');
  if (columns === undefined) return;
  const [{ chosenColumns, columnNames }, { recordFields }] = await Promise.all([
    import('#core/export/tables/columns/chosen-columns.ts'),
    import('#core/export/tables/record-fields.ts'),
  ]);
  chosenColumns(recordFields(workflow), columnNames(columns));
}

/** The workflow of a document with the flags applied. */
export async function workflowOf(call: Call, from: CrawlRequest): Promise<Workflow> {
  const own = new Set([...GLOBAL_FLAGS, ...START_FLAGS, ...RUN_FLAGS].map(({ name }) => name));
  const fields = call.flags.all.filter(({ flag }) => !own.has(flag) && flag !== 'selection');
  const policy = call.flags.value('selection');
  const chosen = policy === undefined ? from.document : await withSelection(from.document, policy);
  const document = withSelected(chosen, call.flags.values('select'));
  const seeds = from.seeds.map((value) => ({ flag: 'seeds', value }));
  const plugins = impliedPlugins(call.flags, document);
  return await checkFirstWorkflow(applyFlags(document, [...seeds, ...plugins, ...fields]));
}

/** The document with the selection policy of a file; without one for `none`. */
async function withSelection(document: unknown, file: string): Promise<unknown> {
  const selection = file === 'none' ? null : await readSelection(file);
  return { ...(document as object | undefined), selection };
}

/** The document with the fields of `--select` added to its selection policy. */
function withSelected(document: unknown, values: readonly string[]): unknown {
  if (values.length === 0) return document;
  const rest = (document ?? {}) as { readonly selection?: { readonly fields?: object } | null };
  const selection = { ...rest.selection, fields: { ...rest.selection?.fields, ...selectedFields(values) } };
  return { ...rest, selection };
}
