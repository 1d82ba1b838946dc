import { readFile } from 'node:fs/promises';
import { SurfError } from '#core/error.ts';

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
