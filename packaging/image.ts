import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readLayout, sha256 } from './image/image-layout.ts';
import { surfImage } from './image/surf-image.ts';
import { type TarEntry, tarOf } from './image/tar-archive.ts';

const USAGE = `npm run image -- --base FOLDER [--base-digest sha256:…] [--platform linux/amd64] [--out FILE]
Writes the image of surf serve as an OCI image layout (tar), without Docker; npm run pack comes first.
  --base         an OCI image layout with glibc and libstdc++, e.g.
                   skopeo copy docker://gcr.io/distroless/cc-debian12@sha256:… oci:base
  --base-digest  digest that the manifest of the base must have: the same base whenever it is made
  --platform     linux/amd64 or linux/arm64 (default that of this machine)
  --node         the program node for it (default the one that npm ci has installed)
  --out          default release/surf-image.tar
`;
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PACKAGE = join(ROOT, 'release/surf-crawler');
/** Names of Node for what OCI calls architectures. */
const ARCHITECTURES: Readonly<Record<string, string>> = { amd64: 'x64', arm64: 'arm64' };

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    'base-digest': { type: 'string' },
    platform: { type: 'string', default: `linux/${process.arch === 'arm64' ? 'arm64' : 'amd64'}` },
    node: { type: 'string' },
    out: { type: 'string', default: join(ROOT, 'release/surf-image.tar') },
    package: { type: 'string', default: PACKAGE },
    help: { type: 'boolean' },
  },
});

if (values.help) process.stdout.write(USAGE);
else process.exitCode = image();

function image(): number {
  const [os = '', architecture = ''] = values.platform.split('/');
  const node = values.node ?? join(ROOT, `node_modules/node-linux-${ARCHITECTURES[architecture]}/bin/node`);
  if (values.base === undefined) return refuse('--base is missing: npm run image -- --help says how to get one');
  if (!existsSync(join(values.package, 'package.json'))) return refuse('there is no package yet: npm run pack');
  if (!existsSync(node)) return refuse(`there is no ${node}: give one of ${values.platform} by --node FILE`);
  try {
    const base = readLayout(values.base, { os, architecture });
    const wanted = values['base-digest'];
    if (wanted !== undefined && wanted !== base.digest) return refuse(`the base is ${base.digest}, and not ${wanted}`);
    const { version, license } = JSON.parse(readFileSync(join(values.package, 'package.json'), 'utf8')) as Manifest;
    const made = surfImage(base, { node: readFileSync(node), files: filesIn(values.package), version, license });
    const archive = tarOf(made.files);
    writeFileSync(values.out, archive);
    process.stdout.write(`${values.out}\nbase   ${base.digest}\nimage  ${made.digest}\nfile   ${sha256(archive)}\n`);
    return 0;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

interface Manifest {
  readonly version: string;
  readonly license: string;
}

function filesIn(folder: string): TarEntry[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => ({ path: path.replaceAll('\\', '/'), mode: 0o644, bytes: readFileSync(join(folder, path)) }));
}

function refuse(why: string): number {
  process.stderr.write(`error: ${why}\n`);
  return 1;
}
