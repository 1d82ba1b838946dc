import { cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleModules } from '../../../packaging/bundle.ts';
import { RECIPES } from '../../../packaging/packages.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Modules that `surf-here.ts` loads by themselves. */
const OF_SURF_HERE = [
  { in: 'cli/run-command.ts', out: 'run-command' },
  { in: 'cli/terminal/terminal.ts', out: 'terminal' },
];

/**
 * Lays the command out once for all test files: they run what users install, and it starts in half
 * the time that the sources need. `SURF_PACKED` names it; where that is set already, as by
 * `.ci/run` for all suites or by another project of this run, nothing is made. Threads of crawls in
 * the process of a test find compiled modules, as those of the command do (cli/main.ts).
 * @returns what removes it
 */
export async function setup(): Promise<() => void> {
  if (process.env.SURF_PACKED !== undefined) return () => undefined;
  const top = mkdtempSync(join(tmpdir(), 'surf-packed-'));
  process.env.SURF_PACKED = await layOut(top);
  process.env.NODE_COMPILE_CACHE ??= join(top, 'compiled');
  return () => rmSync(top, { recursive: true, force: true });
}

/** Lays the command out below `top`, as `npm run pack` does. @returns its first file */
export async function layOut(top: string): Promise<string> {
  const recipe = RECIPES.find(({ name }) => name === 'surf-crawler');
  if (recipe?.bin?.surf === undefined) throw new Error('packaging/packages.ts has no command');
  const out = join(top, recipe.bundle);
  const { contents } = recipe;
  const entries = [...contents.entries, ...OF_SURF_HERE];
  await bundleModules({ root: ROOT, out, installedAs: recipe.bundle, sourceMaps: false }, { ...contents, entries });
  for (const path of ['package.json', ...recipe.files]) place(path, top);
  return join(top, recipe.bin.surf);
}

/** Folders are linked: the console is what is built in the checkout, also when that is later. */
function place(path: string, top: string): void {
  const to = join(top, path);
  mkdirSync(dirname(to), { recursive: true });
  if (path === 'web/dist' || lstatSync(join(ROOT, path)).isDirectory()) symlinkSync(join(ROOT, path), to);
  else cpSync(join(ROOT, path), to);
}
