import type { Call, Run } from '#cli/args/command.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { counted } from '#cli/terminal/format.ts';
import { canPrompt, confirm } from '#cli/terminal/prompt.ts';
import type { SavedWorkflow } from '#cli/workflows/saved-workflows.ts';
import { readWorkflows, type WorkflowFile } from '#cli/workflows/workflow-files.ts';
import { SurfError } from '#core/error.ts';
import { printable } from '#core/model/printable.ts';
import { type FieldChange, workflowDifference } from '#core/workflow/fields/workflow-difference.ts';

/** The planned change of one file. */
interface Change extends WorkflowFile {
  readonly known: SavedWorkflow | null;
  readonly action: 'create' | 'update' | 'unchanged';
  readonly fields: readonly FieldChange[];
}

/** `surf apply FILE|DIR…` */
export const run: Run = async (call) => {
  const files = await readWorkflows(call.positionals);
  return await withBackend(call, async (backend) => {
    const changes: Change[] = [];
    for (const file of files) changes.push(await changeOf(backend, file));
    if (!call.json) for (const change of changes) for (const line of linesOf(change)) await call.terminal.line(line);
    const open = changes.filter(({ action }) => action !== 'unchanged');
    const applies = open.length > 0 && !call.flags.has('dry-run') && (await isWanted(call, backend, open));
    for (const change of changes) {
      const saved = applies && change.action !== 'unchanged' ? await save(backend, change) : change.known;
      if (call.json) await call.terminal.json(resultOf(change, { saved, applied: applies }));
    }
    if (!call.json) await call.terminal.line(summaryOf(open, applies));
    return EXIT.succeeded;
  });
};

async function changeOf(backend: Backend, file: WorkflowFile): Promise<Change> {
  const known = await backend.workflows.find(file.definition.name);
  const fields = workflowDifference(known?.definition ?? null, file.definition);
  const action = known === null ? 'create' : fields.length === 0 ? 'unchanged' : 'update';
  return { ...file, known, action, fields };
}

async function isWanted({ flags, json }: Call, backend: Backend, open: readonly Change[]): Promise<boolean> {
  if (flags.has('yes')) return true;
  if (!json && canPrompt()) return await confirm(`Save ${counted(open.length, 'workflow')} in ${backend.name}?`);
  throw new SurfError('COMMAND_USAGE', 'nobody can confirm the changes: this is not a terminal', {
    remedy: 'give --yes to save them, or --dry-run to look only',
  });
}

const save = ({ workflows }: Backend, { known, definition }: Change): Promise<SavedWorkflow> =>
  known === null ? workflows.create(definition) : workflows.update(known, definition);

/** Result for one file. `workflow` and `version` are null if nothing is saved under the name. */
const resultOf = (change: Change, { saved, applied }: { saved: SavedWorkflow | null; applied: boolean }) => ({
  file: change.file,
  name: change.definition.name,
  action: change.action,
  applied: applied && change.action !== 'unchanged',
  workflow: saved?.id ?? null,
  version: saved?.version ?? null,
  changes: change.fields,
});

const SIGNS = { create: '+', update: '~', unchanged: '=' } as const;

function linesOf({ file, definition, known, action, fields }: Change): string[] {
  const head = `${SIGNS[action]} ${action.padEnd(9)}  ${printable(definition.name)}  (${printable(file)})`;
  return [
    head,
    ...fields.map(({ field, from, to }) => `    ${field}: ${known === null ? '' : `${brief(from)} → `}${brief(to)}`),
  ];
}

const MOST_CHARACTERS = 120;

function brief(value: unknown): string {
  const text = printable(JSON.stringify(value));
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

function summaryOf(open: readonly Change[], applied: boolean): string {
  if (open.length === 0) return 'nothing to do: all is as the files say';
  const created = open.filter(({ action }) => action === 'create').length;
  const what = `${created} created, ${open.length - created} updated`;
  return applied ? what : 'nothing was saved';
}
