import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { errorOf, linesOf } from '#test/e2e/process/cli-bench.ts';
import type { ProcessEnd } from '#test/e2e/process/surf-process.ts';

const SURF = fileURLToPath(new URL('../../../cli/surf.mjs', import.meta.url));
const SEEDS = ['https://shop.example/'];
const folder = temporaryFolder();
afterAll(() => removeFolder(folder));

/** `surf apply …` on a data folder, with something on stdin. */
async function apply(input: string, ...args: readonly string[]): Promise<ProcessEnd> {
  const child = spawn(process.execPath, [SURF, 'apply', ...args, '--data', join(folder, 'data'), '--json']);
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended]);
  return { code, stdout: stdout.toString(), stderr: stderr.toString() };
}

describe('surf apply -', () => {
  it('saves a workflow from stdin beside those of files, with one line for each', async () => {
    const file = join(folder, 'docs.json');
    writeFileSync(file, JSON.stringify({ seeds: SEEDS }));

    const end = await apply(`name: shop\nseeds: ${JSON.stringify(SEEDS)}\n`, '-', file, '--yes');

    expect(end.code).toBe(0);
    expect(linesOf<object>(end)).toMatchObject([
      { file: 'stdin', name: 'shop', action: 'create', applied: true, version: 1 },
      { file, name: 'docs', action: 'create', applied: true, version: 1 },
    ]);
  });

  it('saves nothing of a workflow without a name, of two of one name, and of what is not a workflow', async () => {
    const file = join(folder, 'other.json');
    writeFileSync(file, JSON.stringify({ name: 'other', seeds: SEEDS }));

    const ends = [
      await apply(JSON.stringify({ seeds: SEEDS }), file, '-', '--yes'),
      await apply(JSON.stringify({ name: 'other', seeds: SEEDS }), file, '-', '--yes'),
      await apply('[', file, '-', '--yes'),
    ];
    const after = await apply('', file, '--dry-run');

    expect(ends.map((end) => [end.code, errorOf(end).code])).toEqual([
      [2, 'COMMAND_USAGE'],
      [2, 'COMMAND_USAGE'],
      [2, 'WORKFLOW_SYNTAX'],
    ]);
    expect(errorOf(ends[0] as ProcessEnd).message).toBe('the workflow on stdin has no name');
    expect(errorOf(ends[1] as ProcessEnd).message).toBe(`${file} and stdin are both named "other"`);
    expect(linesOf<object>(after)).toMatchObject([{ name: 'other', action: 'create', workflow: null }]);
  });
});
