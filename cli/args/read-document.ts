import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { SurfError } from '#core/error.ts';

/** True for a file, a pipe or a device. A folder is none: `docs` can be the name of a workflow. */
export const isFile = (path: string): boolean => existsSync(path) && !statSync(path).isDirectory();

/**
 * The bytes of a workflow or selection policy.
 * @throws SurfError WORKFLOW_NOT_FOUND, WORKFLOW_INVALID
 */
export async function readDocument(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    const what = missing ? `there is no file ${file}` : `${file} cannot be read: ${message}`;
    throw new SurfError(missing ? 'WORKFLOW_NOT_FOUND' : 'WORKFLOW_INVALID', what, {
      remedy: 'give the path of a file in JSON or YAML; examples/ has some',
      cause,
    });
  }
}

/**
 * The selection policy of a file. That of a whole workflow is its `selection`; `checkSelection`
 * judges it.
 * @throws SurfError COMMAND_USAGE if a workflow has no selection; errors of `readDocument` and
 *   `parseDocument`
 */
export async function readSelection(file: string): Promise<unknown> {
  const { parseDocument } = await import('#core/workflow/parsing/workflow-document.ts');
  const document = parseDocument(await readDocument(file), file);
  if (typeof document !== 'object' || document === null) return document;
  if (!('seeds' in document || 'selection' in document)) return document;
  const { selection = null } = document as { readonly selection?: unknown };
  if (selection !== null) return selection;
  throw new SurfError('COMMAND_USAGE', `${file} is a workflow without a selection: it takes nothing out of pages`, {
    remedy: '--select title=h1 names a field; or give a file with fields, see docs/reference/selection.md',
  });
}
