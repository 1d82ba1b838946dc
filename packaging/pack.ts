import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withTools } from '../infra/commands/tools.ts';
import { writeFunctions } from '../infra/constructs/functions/function-bundle.ts';
import { bundleModules, packagesIn } from './bundle.ts';
import { tarballsAreSound } from './check-tarballs.ts';
import { Declarations } from './declarations.ts';
import { AWS_RECIPE, type PackageRecipe, RECIPES } from './packages.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const USAGE = `npm run pack [-- FOLDER] [--check]: makes the tarballs of all packages in FOLDER, by default release/.
It removes the files of FOLDER first. --check asks publint and arethetypeswrong about them (network).
`;
/** Files that every package has. */
const EVERYWHERE = ['LICENSE', 'CHANGELOG.md'];

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** `package.json` of a package that was made. */
interface PackageManifest {
  readonly version: string;
  readonly [field: string]: unknown;
}

/** A package that was made. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
  /** Where the packages in its bundle lie, as `node_modules/undici`. */
  readonly bundled: ReadonlySet<string>;
}

/**
 * `npm run pack [-- FOLDER] [--check]`: writes the tarballs of all packages.
 * @param out folder for them; what is in it is removed
 * @throws Error when one cannot be made
 */
export async function packAll(out: string): Promise<Packed[]> {
  const packed = await packSome(RECIPES, out);
  const code = await withTools(async () => {
    packed.push(...(await packEach([AWS_RECIPE], out)));
    return 0;
  });
  if (code !== 0) throw new Error(`${AWS_RECIPE.name} was not made`);
  return packed;
}

/** Writes the tarballs of some packages. */
export async function packSome(recipes: readonly PackageRecipe[], out: string): Promise<Packed[]> {
  rmSync(out, { recursive: true, force: true });
  execFileSync(process.execPath, [join(ROOT, 'web/fresh-build.ts')], { stdio: ['ignore', 2, 2] });
  return await packEach(recipes, out);
}

async function packEach(recipes: readonly PackageRecipe[], out: string): Promise<Packed[]> {
  const declarations = new Declarations(
    ROOT,
    recipes.map(({ library }) => library.in),
  );
  try {
    const packed: Packed[] = [];
    for (const recipe of recipes) packed.push(await pack(recipe, { out, declarations }));
    return packed;
  } finally {
    declarations.remove();
  }
}

async function pack(
  recipe: PackageRecipe,
  { out, declarations }: { readonly out: string; readonly declarations: Declarations },
): Promise<Packed> {
  const folder = join(out, recipe.name);
  mkdirSync(folder, { recursive: true });
  const bundled = await bundleModules(
    { root: ROOT, out: join(folder, recipe.bundle), installedAs: recipe.bundle },
    recipe.contents,
  );
  if (recipe.functions !== undefined) {
    const metafile = writeFunctions({ root: ROOT, out: join(folder, recipe.functions) });
    for (const each of packagesIn(metafile)) bundled.add(each);
  }
  for (const path of [...EVERYWHERE, ...recipe.files]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  }
  cpSync(join(ROOT, 'packaging/readme', `${recipe.name.replace(/^@.*\//, '')}.md`), join(folder, 'README.md'));
  const types = join(folder, 'types');
  const packages = declarations.write(recipe.library.in, types);
  const manifest = manifestOf(recipe, { packages, folders: readdirSync(types) });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const told = execFileSync('npm', ['pack', '--json', '--pack-destination', out], { cwd: folder, encoding: 'utf8' });
  const [{ filename } = { filename: '' }] = JSON.parse(told) as { filename: string }[];
  return { name: recipe.name, version: manifest.version, tarball: join(out, filename), bundled };
}

/** Most dependencies are for types: the bundle has the code of all packages that it uses. */
function manifestOf(recipe: PackageRecipe, { packages, folders }: Named): PackageManifest {
  const { version, license, dependencies, devDependencies } = manifestIn('.');
  const locked = { ...devDependencies, ...manifestIn('packaging/deployment').devDependencies };
  const from = (names: readonly string[]) => Object.fromEntries(names.map((each) => [each, `^${locked[each]}`]));
  const { name, description, bundle, library, bin } = recipe;
  const types = `./types/${library.in.replace(/\.ts$/, '.d.ts')}`;
  const named = Object.entries(dependencies).filter(([each]) => packages.has(each));
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines: { node: '>=22.19' },
    ...(bin !== undefined && { bin }),
    exports: { '.': { types, default: `./${bundle}/${library.out}.mjs` }, './package.json': './package.json' },
    imports: Object.fromEntries(folders.map((alias) => [`#${alias}/*.ts`, { types: `./types/${alias}/*.d.ts` }])),
    dependencies: { ...from(recipe.dependencies ?? []), ...Object.fromEntries(named) },
    ...(recipe.peers !== undefined && { peerDependencies: from(recipe.peers) }),
  };
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

/** What declarations name. */
interface Named {
  readonly packages: ReadonlySet<string>;
  /** Folders with declarations, each with an alias. */
  readonly folders: readonly string[];
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(USAGE);
    process.exit();
  }
  const packed = await packAll(resolve(ROOT, positionals[0] ?? 'release'));
  for (const { tarball } of packed) process.stdout.write(`${tarball}\n`);
  if (values.check && !tarballsAreSound(packed.map(({ tarball }) => tarball))) process.exitCode = 1;
}
