import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';

const PRELOAD = new URL('measure-preload.ts', import.meta.url).href;

/**
 * Peak memory and the longest stall of an event loop of all commands of Surf that `work` starts.
 * Their environment is that of this process.
 */
export async function measured<T>(work: () => Promise<T>): Promise<{ result: T; figure: string }> {
  const folder = temporaryFolder();
  const { NODE_OPTIONS, ATTACK_MEASURES } = process.env;
  process.env.NODE_OPTIONS = `${NODE_OPTIONS ?? ''} --import=${PRELOAD}`.trim();
  process.env.ATTACK_MEASURES = folder;
  try {
    const result = await work();
    return { result, figure: figureIn(folder) };
  } finally {
    restore({ NODE_OPTIONS, ATTACK_MEASURES });
    removeFolder(folder);
  }
}

/** Empty where nothing was measured. */
function figureIn(folder: string): string {
  const highest = (ending: string): number =>
    Math.max(
      0,
      ...readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .map((name) => Number(readFileSync(join(folder, name), 'utf8'))),
    );
  const peak = highest('.peak');
  const stall = highest('.stall');
  if (peak === 0) return '';
  return `peak ${peak} MB, event loop ${stall === 0 ? 'below 100' : stall} ms`;
}

function restore(before: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
