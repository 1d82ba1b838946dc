import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFunctions } from '../../../infra/constructs/functions/function-bundle.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Bundles the functions once, for all files that deploy: each would take 6 s of CPU for it.
 * `SURF_FUNCTIONS` names their folder.
 * @returns what removes it
 */
export function setup(): () => void {
  const out = mkdtempSync(join(tmpdir(), 'surf-functions-'));
  writeFunctions({ root: ROOT, out });
  process.env.SURF_FUNCTIONS = out;
  return () => rmSync(out, { recursive: true, force: true });
}
