import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

/** A module that Node starts, and the name of its bundle, without `.mjs`. */
export interface BundleEntry {
  readonly in: string;
  readonly out: string;
}

export interface BundlePlace {
  /** Top of the repository. */
  readonly root: string;
  /** Folder for the bundle. Surf removes what is in it. */
  readonly out: string;
  /**
   * Where the folder is in the installed package, relative to its top: files that modules name by
   * their address are found from there. `package.json` and `web/dist` are at the same places as in
   * the repository.
   */
  readonly installedAs: string;
  /** @default true */
  readonly sourceMaps?: boolean;
}

/** The contents of a bundle. */
export interface BundleContents {
  /** Loaded by the main thread; modules that several of them need are in files that they share. */
  readonly entries: readonly BundleEntry[];
  /**
   * Modules of worker threads: each is one file with all it needs, which starts faster. One call
   * bundles all, because most modules are in several of them, and are then parsed once.
   */
  readonly threads: readonly BundleEntry[];
  /** Packages that are installed beside it. @default none */
  readonly external?: readonly string[];
}

/** CommonJS packages ask for modules of Node in this way. */
const REQUIRE =
  "import { createRequire as surfCreateRequire } from 'node:module'; const require = surfCreateRequire(import.meta.url);";

/**
 * Bundles modules for Node 22.19 with every package that they load: what is installed afterwards
 * has no dependency at run time.
 * @returns where the packages in the bundle lie, as `node_modules/undici`
 * @throws Error when a module cannot be bundled
 */
export async function bundleModules(
  place: BundlePlace,
  { entries, threads, external = [] }: BundleContents,
): Promise<Set<string>> {
  await rm(place.out, { recursive: true, force: true });
  await mkdir(place.out, { recursive: true });
  const known = [...entries, ...threads];
  const made = await Promise.all([
    bundle(place, { entries, known, external, splitting: true }),
    bundle(place, { entries: threads, known, external, splitting: false }),
  ]);
  return new Set(made.flatMap(packagesIn));
}

/** Packages of the files that are in what was made; of a nested package the innermost. */
export const packagesIn = ({ outputs }: Metafile): string[] =>
  Object.values(outputs)
    .flatMap(({ inputs }) => Object.keys(inputs))
    .flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);

async function bundle(
  place: BundlePlace,
  of: {
    readonly entries: readonly BundleEntry[];
    readonly known: readonly BundleEntry[];
    readonly external: readonly string[];
    readonly splitting: boolean;
  },
): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: place.root,
    entryPoints: [...of.entries],
    // source maps name sources from here: the same in every folder that a bundle is made in
    outdir: join(place.root, place.installedAs),
    write: false,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: of.splitting,
    external: [...of.external],
    platform: 'node',
    target: 'node22',
    format: 'esm',
    legalComments: 'none',
    minifyWhitespace: true,
    lineLimit: 160,
    // puts constants where they are used; as variables, which esbuild makes of them, they cost
    // loops over bytes 3 %
    minifySyntax: true,
    sourcemap: place.sourceMaps === false ? false : 'linked',
    sourcesContent: false,
    logLevel: 'error',
    metafile: true,
    banner: { js: REQUIRE },
    alias: { 'node:assert': './adapters/http/plain-assert.cjs' },
    plugins: [addressesOf(place, of.known), ONE_LANGUAGE, ONE_PARSER],
  });
  await Promise.all(outputFiles.map(({ path, contents }) => writeFile(join(place.out, basename(path)), contents)));
  return metafile;
}

/** Leaves out zod's messages in languages that Surf does not speak: 300 KB of the API's bundle. */
const ONE_LANGUAGE: Plugin = {
  name: 'one-language',
  setup(made) {
    made.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/**
 * Takes cheerio as browsers have it. As Node has it, it brings an undici and an iconv-lite for
 * functions that fetch and decode, which Surf does not call: 1 MB of the thread that extracts,
 * which loads HTTP, TLS and HTTP/2 of Node for them.
 */
const ONE_PARSER: Plugin = {
  name: 'one-parser',
  setup(made) {
    const { absWorkingDir: root = '' } = made.initialOptions;
    made.onResolve({ filter: /^cheerio$/ }, () => ({ path: join(root, 'node_modules/cheerio/dist/browser/index.js') }));
  },
};

/** How sources name files that they do not import. */
const ADDRESS = /new URL\('([^']+)', import\.meta\.url\)/g;

/**
 * Makes these addresses lead from the installed bundle to where they led from the source; those of
 * entries lead to the bundled ones.
 */
const addressesOf = ({ root, installedAs }: BundlePlace, known: readonly BundleEntry[]): Plugin => ({
  name: 'addresses',
  setup(made) {
    made.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes(`${sep}node_modules${sep}`)) return undefined;
      const contents = (await readFile(path, 'utf8')).replace(ADDRESS, (_, to: string) => {
        const target = resolve(dirname(path), to);
        const entry = known.find((each) => resolve(root, each.in) === target);
        const address = entry === undefined ? relative(join(root, installedAs), target) : `./${entry.out}.mjs`;
        return `new URL('${withSlashes(address)}${to.endsWith('/') ? '/' : ''}', import.meta.url)`;
      });
      return { contents, loader: 'ts' };
    });
  },
});

const withSlashes = (path: string): string => path.split(sep).join('/');
