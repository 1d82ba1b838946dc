import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { readDocument } from '#cli/args/read-document.ts';
import { codeOf, SurfError } from '#core/error.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import { parseDocument } from '#core/workflow/parsing/workflow-document.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

const EXTENSIONS: ReadonlySet<string> = new Set(['.json', '.yaml', '.yml']);
const MOST_FILES = 1_000;

export interface WorkflowFile {
  readonly file: string;
  /** The definition. Without a name it gets the file's name, without extension. */
  readonly definition: Workflow;
}

/**
 * Reads the workflows of a folder's `.json`, `.yaml` and `.yml` files, by file name, without
 * subfolders. Checks all before any is used. A file instead of a folder is the only one.
 * @throws SurfError WORKFLOW_NOT_FOUND, COMMAND_USAGE for two of one name, and faults of a
 * workflow, with its file
 */
export async function readWorkflows(path: string): Promise<WorkflowFile[]> {
  const workflows: WorkflowFile[] = [];
  const seen = new Map<string, string>();
  for (const file of await workflowFiles(path)) {
    const definition = await readWorkflow(file, basename(file));
    const other = seen.get(definition.name);
    if (other !== undefined) throw sameName(definition.name, other, file);
    seen.set(definition.name, file);
    workflows.push({ file, definition });
  }
  return workflows;
}

async function workflowFiles(path: string): Promise<string[]> {
  const kind = await stat(path).catch((cause: unknown) => {
    throw new SurfError('WORKFLOW_NOT_FOUND', `there is no file or folder ${path}`, {
      remedy: 'give a workflow file in JSON or YAML, or a folder of them',
      cause,
    });
  });
  return kind.isDirectory() ? await filesOf(path) : [path];
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => !entry.isDirectory() && EXTENSIONS.has(extname(entry.name)));
  if (names.length > 0 && names.length <= MOST_FILES) return names.map(({ name }) => join(folder, name)).sort();
  const what = names.length === 0 ? 'no .json, .yaml or .yml file' : `more than ${MOST_FILES} workflow files`;
  throw new SurfError('WORKFLOW_NOT_FOUND', `${folder} has ${what}`, { remedy: 'give a folder of workflow files' });
}

async function readWorkflow(file: string, name: string): Promise<Workflow> {
  const document = parseDocument(await readDocument(file), file);
  try {
    const isMapping = typeof document === 'object' && document !== null && !Array.isArray(document);
    return checkWorkflow(isMapping ? { name: name.slice(0, -extname(name).length), ...document } : document);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    const { message, remedy } = error as SurfError;
    throw new SurfError(code, `${file}: ${message}`, { ...(remedy !== undefined && { remedy }), cause: error });
  }
}

const sameName = (name: string, one: string, other: string): SurfError =>
  new SurfError('COMMAND_USAGE', `${one} and ${other} are both named ${JSON.stringify(name)}`, {
    remedy: 'workflows are known by their names: give each its own',
  });
