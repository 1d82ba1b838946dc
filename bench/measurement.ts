import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What rivals/measure.py saw of one run: requests from the server's log, CPU and memory from the
 * operating system.
 */
export interface Measurement {
  readonly name: string;
  /** Different pages of the site that were answered with 200, and the part of all that they are. */
  readonly pages: number;
  readonly recall: number;
  /** Seconds. */
  readonly wall: number;
  readonly cpu_user: number;
  readonly cpu_sys: number;
  readonly cpu_s_per_1000: number;
  /** Pages a second over the whole run. */
  readonly pps: number;
  /** Resident memory of the process tree, at its most, in 10^6 bytes. */
  readonly peak_rss_mb: number;
  readonly dup_fetches: number;
  /**
   * Milliseconds for a fixed piece of work on the crawler's core just before: how fast the machine
   * was then.
   */
  readonly calib_ms: number;
  /** CPU seconds that others used on this machine meanwhile. */
  readonly foreign_cpu: number;
  readonly rc: number;
  readonly timed_out: boolean;
}

export interface MeasureOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Folder of the served site. */
  readonly site: string;
  /** Folder with measure.py. */
  readonly tools: string;
  /** Folder in which `.bench/out/<name>` is made, and kept until `removeOutputs`. */
  readonly root: string;
  /** A list for taskset. */
  readonly core: number;
}

/**
 * Runs one crawler on its core from its start to its end, and measures it from outside. Its output
 * folder stays.
 */
export function measure(options: MeasureOptions): Measurement {
  const { name, command, environment, site, tools, root, core } = options;
  setAside(root, name);
  const own = ['--name', name, '--cpus', String(core), '--site', site, '--keep'];
  const { stdout, stderr, status, error } = spawnSync(
    'python3',
    [join(tools, 'measure.py'), ...own, '--', ...command],
    {
      cwd: root,
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    },
  );
  if (error !== undefined || status !== 0) throw new Error(`measure.py failed: ${error?.message ?? stderr}`);
  const measured = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measurement;
  if (measured.rc !== 0) throw new Error(stderr);
  return measured;
}

/** Where the last run of that name left its files. */
export const outputFolder = (root: string, name: string): string => join(outputs(root), name);

/** Removes the files of all runs. */
export const removeOutputs = (root: string): void => rmSync(outputs(root), { recursive: true, force: true });

const outputs = (root: string): string => join(root, '.bench', 'out');

/**
 * What a run leaves must cost the next one nothing. Its files are emptied, so that their memory
 * serves again: the host of a virtual machine takes its time for memory that is touched first. They
 * are not deleted: without a journal, ext4 does not use a deleted file's inode again for minutes,
 * and each process that makes a file in that time pays for passing them all. Both were seen as 2 to
 * 5 % of a crawl's CPU.
 */
function setAside(root: string, name: string): void {
  const folder = outputFolder(root, name);
  if (!existsSync(folder)) return;
  const before = join(outputs(root), 'before');
  mkdirSync(before, { recursive: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) truncateSync(join(entry.parentPath, entry.name));
  renameSync(folder, join(before, `${name}-${readdirSync(before).length}`));
}
