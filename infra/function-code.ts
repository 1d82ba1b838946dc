import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { buildSync, type Metafile } from 'esbuild';

/** The functions: each is `lambdas/<verb>.lambda.ts`. */
export const VERBS = ['advance', 'crawl-unit', 'mark-died', 'finish', 'watchdog', 'api'] as const;
export type Verb = (typeof VERBS)[number];

/** Where the code of functions comes from. */
export type FunctionCode = (verb: Verb) => Code;

export interface Bundle {
  /** Folder with `index.js`, whose `handler` is the function. */
  readonly folder: string;
  readonly metafile: Metafile;
}

/** Modules that a function runs in threads of their own: files beside its bundle. */
const BESIDE: Partial<Record<Verb, { in: string; out: string }[]>> = {
  'crawl-unit': [{ in: 'adapters/threads/extraction-thread.ts', out: 'extraction-thread' }],
};

/**
 * Bundles a function with everything it needs, the SDK included: the runtime's own copy changes without us.
 * The same sources give the same bytes, so that a second deployment changes nothing.
 *
 * @param root top of the repository @param out folder for the bundles
 */
export function bundleFunction(verb: Verb, { root, out }: { root: string; out: string }): Bundle {
  const folder = join(out, verb);
  mkdirSync(folder, { recursive: true });
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [{ in: `lambdas/${verb}.lambda.ts`, out: 'index' }, ...(BESIDE[verb] ?? [])],
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
    // CommonJS has no import.meta.url; files beside the bundle are found by it.
    define: { 'import.meta.url': 'surfBundleUrl' },
    banner: { js: "const surfBundleUrl = require('node:url').pathToFileURL(__filename).href;" },
    metafile: true,
  });
  return { folder, metafile };
}

/** Code that is bundled when it is asked for, each verb once. */
export function bundledCode(where: { root: string; out: string }): FunctionCode {
  const made = new Map<Verb, Code>();
  return (verb) => {
    const known = made.get(verb);
    if (known !== undefined) return known;
    const code = Code.fromAsset(bundleFunction(verb, where).folder);
    made.set(verb, code);
    return code;
  };
}
