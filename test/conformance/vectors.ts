import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What the shared runner says of one file of vectors. */
export interface VectorFile {
  /** `<group>/<file>` */
  readonly name: string;
  readonly passed: number;
  readonly total: number;
  /** By their ids. */
  readonly failed: ReadonlyMap<string, unknown>;
}

/** Where the public vectors lie: outside of the repository. */
export const vectorFolder = (): string => process.env.SURF_CONFORMANCE ?? join(ROOT, '../shared/conformance');

/**
 * Names a case, at any position in its file: the first 8 hex digits of the SHA-1 of its JSON.
 */
export const caseId = (vector: unknown): string =>
  createHash('sha1').update(JSON.stringify(vector)).digest('hex').slice(0, 8);

interface RunnerResult {
  readonly name: string;
  readonly skipped?: string;
  readonly passed?: number;
  readonly total?: number;
  readonly failed?: readonly unknown[];
}

/**
 * Runs the vectors against our adapter. Files whose function the project does not have are left
 * out.
 */
export function runVectors(folder: string): VectorFile[] {
  const node = join(ROOT, 'node_modules/.bin/node');
  const args = [join(folder, 'run.mjs'), 'test/conformance/adapter.ts', '--json'];
  const { status, stdout, stderr } = spawnSync(node, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`the runner ended with ${status}: ${stderr}`);
  const results = JSON.parse(stdout) as RunnerResult[];
  return results.flatMap(({ name, skipped, passed = 0, total = 0, failed = [] }) =>
    skipped === undefined ? [{ name, passed, total, failed: byId(failed) }] : [],
  );
}

const byId = (cases: readonly unknown[]): Map<string, unknown> => new Map(cases.map((each) => [caseId(each), each]));

/**
 * Ids of the cases that docs/reference/conformance.md lists, by file: table rows
 * `| file | ids in backticks | … | why |`.
 */
export function listedDeviations(text: string): Map<string, Set<string>> {
  const listed = new Map<string, Set<string>>();
  for (const [, file = '', ids = ''] of text.matchAll(/^\| ([a-z]+\/[a-z0-9.-]+) \|([^|]*)\|/gm)) {
    const known = listed.get(file) ?? new Set();
    listed.set(file, known);
    for (const [, id = ''] of ids.matchAll(/`([0-9a-f]{8})`/g)) known.add(id);
  }
  return listed;
}
