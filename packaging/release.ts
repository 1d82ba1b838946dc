import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { billOfMaterials, type CycloneDx } from './bill-of-materials.ts';
import { tarballsAreSound } from './check-tarballs.ts';
import { type Packed, packAll } from './pack.ts';
import { type Origin, obstacles, releaseNotes } from './release-notes.ts';

const USAGE = `npm run release -- [--publish] [--no-check]
Checks the sources, packs, and writes to release/: tarballs, a bill of materials of each (CycloneDX),
SHA256SUMS, RELEASE.md. It publishes nothing.
  --publish   publishes the tarballs with npm, when everything is committed, the commit has the tag of
              the version, and CHANGELOG.md has its section
  --no-check  leaves out npm run check, the tests of the packages, and publint and arethetypeswrong,
              which need the network; never together with --publish
`;
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const OUT = join(ROOT, 'release');

const { values } = parseArgs({
  options: {
    publish: { type: 'boolean', default: false },
    check: { type: 'boolean', default: true },
    help: { type: 'boolean' },
  },
  allowNegative: true,
});

if (values.help) process.stdout.write(USAGE);
else process.exitCode = await release();

async function release(): Promise<number> {
  const origin = originOf();
  const against = values.publish ? [...obstacles(origin), ...(values.check ? [] : ['--no-check was given'])] : [];
  if (against.length > 0) return refuse(`nothing is published: ${against.join('; ')}`);
  if (values.check && !sourcesAreSound()) return refuse('a check failed');
  const packed = await packAll(OUT);
  if (values.check && !tarballsAreSound(packed.map(({ tarball }) => tarball))) return refuse('a package has a fault');
  const files = [...packed.map(({ tarball }) => tarball), ...writeBills(packed)];
  const sums = files.map((file) => `${sha256(file)}  ${basename(file)}`);
  writeFileSync(join(OUT, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  writeFileSync(join(OUT, 'RELEASE.md'), releaseNotes(origin, sums));
  for (const file of [...files, join(OUT, 'SHA256SUMS'), join(OUT, 'RELEASE.md')]) process.stdout.write(`${file}\n`);
  return values.publish ? publish(packed) : 0;
}

function originOf(): Origin {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return {
    version,
    commit: said('git', 'rev-parse', 'HEAD'),
    clean: said('git', 'status', '--porcelain') === '',
    tags: said('git', 'tag', '--points-at', 'HEAD').split('\n'),
    changelog: readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
    lock: sha256(join(ROOT, 'package-lock.json')),
    tools: [`node ${process.versions.node}`, `npm ${said('npm', '--version')}`],
  };
}

function sourcesAreSound(): boolean {
  const checks = [
    ['npm', 'run', 'check'],
    ['npx', 'vitest', 'run', 'packages', 'test/packaging'],
  ];
  return checks.every(
    ([command = '', ...args]) => spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status === 0,
  );
}

/** @returns the files */
function writeBills(packed: readonly Packed[]): string[] {
  const all = JSON.parse(said('npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')) as CycloneDx;
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  return packed.map(({ name, version, tarball, bundled }) => {
    const packages = new Set(
      [...bundled].map((path) => `${path.replace(/^.*node_modules\//, '')}@${lock.packages[path]?.version}`),
    );
    const bill = billOfMaterials(all, { name, version, tarball: readFileSync(tarball), packages });
    const file = tarball.replace(/\.tgz$/, '.cdx.json');
    writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
    return file;
  });
}

/** npm signs where the packages were built, on a build service that it knows. */
function publish(packed: readonly Packed[]): number {
  for (const { tarball } of packed) {
    const args = ['publish', tarball, '--access', 'public', '--provenance'];
    const { status } = spawnSync('npm', args, { stdio: 'inherit' });
    if (status !== 0) return refuse(`${basename(tarball)} was not published`);
  }
  return 0;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
}

function said(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim();
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function refuse(why: string): number {
  process.stderr.write(`error: ${why}\n`);
  return 1;
}
