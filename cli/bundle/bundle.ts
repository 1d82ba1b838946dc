import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** What Node starts: the command, and the modules of its threads. */
const COMMAND = { in: 'cli/main.ts', out: 'main' };
const THREADS = [
  { in: 'compose/worker-thread.ts', out: 'worker-thread' },
  { in: 'adapters/threads/text-thread.ts', out: 'text-thread' },
  { in: 'cli/serve/api-thread.ts', out: 'api-thread' },
  { in: 'adapters/threads/extraction-thread.ts', out: 'extraction-thread' },
];
const ENTRIES = [COMMAND, ...THREADS];

/** Besides the sources: what `#core/…` means, and which packages are installed. */
const ALSO_MADE_OF = ['package.json', 'node_modules/.package-lock.json'];

/** CommonJS packages ask for modules of Node in this way. */
const REQUIRE =
  "import { createRequire as surfCreateRequire } from 'node:module'; const require = surfCreateRequire(import.meta.url);";

export interface BundlePlace {
  /** Top of the repository. */
  readonly root: string;
  /** Folder for the bundle; what is in it is removed. */
  readonly out: string;
}

/** A source, relative to the top, as it was when the bundle was made of it. */
export type SourceStamp = readonly [path: string, mtimeMs: number, bytes: number];

/**
 * Bundles the command with all that it loads, each module once (docs/adr/0012). `made-of.json`,
 * written last, has the stamps of its sources: by them `cli/surf.mjs` tells whether it may be run.
 *
 * @throws Error when it cannot be made, or a source changed meanwhile; then there is no
 * `made-of.json`
 */
export async function bundleCommand(place: BundlePlace): Promise<void> {
  const { root, out } = place;
  const begunAt = Date.now();
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const made = await Promise.all([
    bundle(place, [COMMAND], { splitting: true }),
    ...THREADS.map((thread) => bundle(place, [thread], { splitting: false })),
  ]);
  const sources = new Set(made.flat());
  const stamps = await Promise.all([...sources, ...ALSO_MADE_OF].map((path) => stampOf(root, path)));
  const changed = stamps.find(([, mtimeMs]) => mtimeMs > begunAt);
  if (changed !== undefined) throw new Error(`${changed[0]} changed while it was bundled`);
  await writeFile(join(out, 'made-of.json'), JSON.stringify(stamps));
}

/**
 * @param splitting the command in files, by what is loaded together; a thread needs all of its
 * modules: one file
 * @returns the sources that went in
 */
async function bundle(
  { root, out }: BundlePlace,
  entryPoints: typeof ENTRIES,
  { splitting }: { splitting: boolean },
): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: out,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    legalComments: 'none',
    minifyWhitespace: true,
    lineLimit: 160,
    minifySyntax: true, // puts constants where they are used; as variables, which esbuild makes of them, they cost loops over bytes 3 %
    logLevel: 'error',
    banner: { js: REQUIRE },
    alias: { 'node:assert': './adapters/http/plain-assert.cjs' },
    plugins: [addressesOf({ root, out })],
    metafile: true,
  });
  return Object.keys(metafile.inputs).map(sourceOf);
}

/**
 * What is stamped of a module: itself, or the `package.json` of its package, which is another when
 * the package is, and gone with it.
 */
function sourceOf(module: string): string {
  const [packageFolder] = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+\//.exec(module) ?? [];
  return packageFolder === undefined ? module : `${packageFolder}package.json`;
}

async function stampOf(root: string, path: string): Promise<SourceStamp> {
  const { mtimeMs, size } = await stat(join(root, path));
  return [path, mtimeMs, size];
}

/** How sources name files that they do not import. */
const ADDRESS = /new URL\('([^']+)', import\.meta\.url\)/g;

/**
 * Makes these addresses lead from the bundle to where they led from the source; those of entries
 * lead to the bundled ones.
 */
const addressesOf = ({ root, out }: BundlePlace): Plugin => ({
  name: 'addresses',
  setup(made) {
    made.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes(`${sep}node_modules${sep}`)) return undefined;
      const contents = (await readFile(path, 'utf8')).replace(ADDRESS, (_, to: string) => {
        const target = resolve(dirname(path), to);
        const entry = ENTRIES.find((each) => resolve(root, each.in) === target);
        const address = entry === undefined ? withSlashes(relative(out, target)) : `./${entry.out}.mjs`;
        return `new URL('${address}${to.endsWith('/') ? '/' : ''}', import.meta.url)`;
      });
      return { contents, loader: 'ts' };
    });
  },
});

const withSlashes = (path: string): string => path.split(sep).join('/');
