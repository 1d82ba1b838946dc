import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync, type Metafile } from 'esbuild';

/** The functions; the source of each is `lambdas/<verb>.lambda.ts`. */
export const VERBS = [
  ...(['advance', 'crawl-small', 'crawl-unit', 'mark-died', 'finish', 'watchdog', 'api', 'preview', 'index'] as const),
] as const;
export type Verb = (typeof VERBS)[number];

/** A module and the name of its bundle, without `.js`. */
interface Entry {
  readonly in: string;
  readonly out: string;
}

/** Modules that a function runs in threads: files beside its bundle. */
const EXTRACTION_THREAD: Entry = { in: 'adapters/threads/extraction-thread.ts', out: 'extraction-thread' };
const TEXT_THREAD: Entry = { in: 'adapters/threads/text-thread.ts', out: 'text-thread' };
const BESIDE: Partial<Record<Verb, Entry[]>> = {
  'crawl-unit': [EXTRACTION_THREAD],
  preview: [EXTRACTION_THREAD],
  index: [EXTRACTION_THREAD, TEXT_THREAD],
  api: [TEXT_THREAD],
};

/**
 * Writes all functions, each into the folder of its verb: its bundle `index.js`, whose `handler` is
 * the function, and for `api` the console.
 * @param out folder for the folders
 * @throws Error if the build fails
 */
export function writeFunctions({ root, out }: { root: string; out: string }): Metafile {
  const metafile = bundleFunctions({ root, out });
  placeConsole(root, join(out, 'api'));
  return metafile;
}

/**
 * Bundles the functions with all dependencies, including the SDK: the runtime's copy changes
 * without notice. The same sources give the same bytes, so that a second deployment changes
 * nothing. One call bundles all, because most modules are in several functions, and are then parsed
 * once.
 *
 * @param root top of the repository @param out folder for the folders of the verbs
 */
export function bundleFunctions({ root, out }: { root: string; out: string }): Metafile {
  const entries = VERBS.flatMap((verb) =>
    [{ in: `lambdas/${verb}.lambda.ts`, out: 'index' }, ...(BESIDE[verb] ?? [])].map((entry) => ({
      in: entry.in,
      out: `${verb}/${entry.out}`,
    })),
  );
  return bundleEntries(entries, { root, folder: out });
}

/**
 * Bundles modules in the same way as functions.
 * @param root top of the repository
 * @param folder target of the bundles
 */
export function bundleEntries(entryPoints: Entry[], { root, folder }: { root: string; folder: string }): Metafile {
  mkdirSync(folder, { recursive: true });
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints,
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    minify: true,
    keepNames: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
    alias: { 'node:assert': './adapters/http/plain-assert.cjs' },
    // CommonJS has no import.meta.url; files beside the bundle are found by it.
    define: { 'import.meta.url': 'surfBundleUrl' },
    banner: { js: "const surfBundleUrl = require('node:url').pathToFileURL(__filename).href;" },
    metafile: true,
  });
  return metafile;
}

/**
 * Puts the console beside the function that serves it. Builds it first if it is missing or older
 * than its sources. The same sources give the same files.
 * @throws Error if the build fails
 */
function placeConsole(root: string, folder: string): void {
  const { status } = spawnSync(process.execPath, [join(root, 'web/fresh-build.ts')], { stdio: ['ignore', 2, 2] });
  if (status !== 0)
    throw new Error('the console could not be built: npm run build:web says why; npm ci installs its dependencies');
  const place = join(folder, 'console');
  rmSync(place, { recursive: true, force: true }); // files of an earlier build
  cpSync(join(root, 'web/dist'), place, { recursive: true });
}
