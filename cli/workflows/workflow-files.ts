import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readDocument } from '#cli/args/read-document.ts';
import { codeOf, SurfError } from '#core/error.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import { parseDocument } from '#core/workflow/parsing/workflow-document.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

const EXTENSIONS: ReadonlySet<string> = new Set(['.json', '.yaml', '.yml']);
const MOST_FILES = 1_000;
const STDIN = '-';

export interface WorkflowFile {
  readonly file: string;
  /** The definition. Without a name it gets the file's name, without extension. */
  readonly definition: Workflow;
}

/**
 * Reads workflows from files, from the `.json`, `.yaml` and `.yml` files of folders, by file name
 * and without subfolders, and from stdin (`-`). Checks all before any is used. A file that is named
 * twice counts once.
 * @throws SurfError WORKFLOW_NOT_FOUND, COMMAND_USAGE for two of one name and for one from stdin
 * without a name, and faults of a workflow, with its file
 */
export async function readWorkflows(paths: readonly string[]): Promise<WorkflowFile[]> {
  const files = new Map<string, string>();
  for (const path of paths)
    for (const file of path === STDIN ? [STDIN] : await workflowFiles(path))
      files.set(file === STDIN ? STDIN : resolve(file), file);
  const workflows: WorkflowFile[] = [];
  const seen = new Map<string, string>();
  for (const place of files.values()) {
    const file = place === STDIN ? 'stdin' : place;
    const definition = place === STDIN ? await readStdin() : await readWorkflow(file, await readDocument(file));
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

async function readStdin(): Promise<Workflow> {
  const bytes = await buffer(process.stdin);
  const document = parseDocument(bytes, 'stdin');
  if (isMapping(document) && !('name' in document))
    throw new SurfError('COMMAND_USAGE', 'the workflow on stdin has no name', {
      remedy: 'add a name: saved workflows are known by their names',
    });
  return await readWorkflow('stdin', bytes);
}

const isMapping = (document: unknown): document is object =>
  typeof document === 'object' && document !== null && !Array.isArray(document);

async function readWorkflow(file: string, bytes: Uint8Array): Promise<Workflow> {
  const document = parseDocument(bytes, file);
  try {
    const name = basename(file, extname(file));
    return checkWorkflow(isMapping(document) ? { name, ...document } : document);
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
