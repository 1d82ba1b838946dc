import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#test/architecture/source-files.ts';

const sha256 = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
const LONG = `web/dist/${'folder/'.repeat(20)}page.js`;

/** From a base of one small layer, with a file in the place of Node. */
describe('the image without Docker', () => {
  let folder: string;
  let baseDigest: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'surf-image-'));
    baseDigest = writeBase(join(folder, 'base'));
    for (const [path, text] of [
      ['package.json', '{"version": "1.2.3", "license": "Apache-2.0"}'],
      ['cli/surf.mjs', 'console.log(1)'],
      [LONG, 'page'],
    ] as const) {
      mkdirSync(join(folder, 'package', path, '..'), { recursive: true });
      writeFileSync(join(folder, 'package', path), text);
    }
    writeFileSync(join(folder, 'node'), 'the runtime');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const image = (out: string, ...more: readonly string[]) => {
    const place = ['--package', join(folder, 'package'), '--node', join(folder, 'node'), '--out', join(folder, out)];
    const words = ['packaging/image.ts', '--platform', 'linux/amd64', ...place, ...more];
    return spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
  };
  const blobIn = (layout: string, { digest }: { digest: string }): Buffer => {
    const bytes = readFileSync(join(folder, layout, 'blobs', digest.replace(':', '/')));
    expect(sha256(bytes)).toBe(digest);
    return bytes;
  };
  const listed = (archive: string, flags: string): string =>
    spawnSync('tar', [flags, join(folder, archive)], { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } }).stdout;

  it('has the same bytes whenever it is made of the same base and package', () => {
    const one = image('one.tar', '--base', join(folder, 'base'), '--base-digest', baseDigest);
    const two = image('two.tar', '--base', join(folder, 'base'));

    expect([one.stderr, two.stderr]).toEqual(['', '']);
    expect(readFileSync(join(folder, 'one.tar')).equals(readFileSync(join(folder, 'two.tar')))).toBe(true);
    expect(one.stdout).toContain(`base   ${baseDigest}\n`);
  });

  it('is a layout that tar unpacks, in which every hash holds', () => {
    mkdirSync(join(folder, 'made'));
    spawnSync('tar', ['-xf', join(folder, 'one.tar'), '-C', join(folder, 'made')]);
    const { manifests } = JSON.parse(readFileSync(join(folder, 'made/index.json'), 'utf8')) as Index;
    const manifest = JSON.parse(blobIn('made', manifests[0] as Described).toString()) as Manifest;
    const config = JSON.parse(blobIn('made', manifest.config).toString()) as Config;
    const diffs = manifest.layers.map((layer) => sha256(gunzipSync(blobIn('made', layer))));

    expect(manifest.layers).toHaveLength(3);
    expect(config.rootfs.diff_ids).toEqual(diffs);
    expect(manifest.annotations['org.opencontainers.image.base.digest']).toBe(baseDigest);
    expect(config.config).toMatchObject({
      User: '1000:1000',
      Entrypoint: ['/usr/local/bin/node', '/opt/surf/cli/surf.mjs'],
      Env: ['PATH=/base'],
      Volumes: { '/data': {} },
      Healthcheck: { Test: ['CMD', '/usr/local/bin/node', '-e', expect.stringContaining('/health')] },
    });
    for (const [n, layer] of manifest.layers.entries()) writeFileSync(join(folder, `${n}.tgz`), blobIn('made', layer));
  });

  it('has Node and the package on top of the base, of root, and a volume of its user', () => {
    const [node, surf] = [listed('1.tgz', '-tvzf'), listed('2.tgz', '-tvzf')];

    expect(listed('0.tgz', '-tzf')).toBe('');
    expect(node).toMatch(/^-rwxr-xr-x 0\/0 +11 1970-01-01 00:00 usr\/local\/bin\/node$/m);
    expect(surf).toMatch(/^drwxr-xr-x 1000\/1000 +0 1970-01-01 00:00 data\/$/m);
    expect(surf).toMatch(/^-rw-r--r-- 0\/0 +14 1970-01-01 00:00 opt\/surf\/cli\/surf\.mjs$/m);
    expect(listed('2.tgz', '-tzf').split('\n')).toContain(`opt/surf/${LONG}`);
  });

  it('is refused on another base than the pinned one, on a changed blob, and for another platform', () => {
    writeBase(join(folder, 'broken'), (path) => writeFileSync(path, 'changed'));
    const pinned = image('no.tar', '--base', join(folder, 'base'), '--base-digest', `sha256:${'0'.repeat(64)}`);
    const broken = image('no.tar', '--base', join(folder, 'broken'));
    const other = image('no.tar', '--base', join(folder, 'base'), '--platform', 'linux/arm64');

    expect([pinned.status, pinned.stderr]).toEqual([1, expect.stringContaining(`the base is ${baseDigest}, and not`)]);
    expect([broken.status, broken.stderr]).toEqual([1, expect.stringContaining('has another hash')]);
    expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('has no image of linux/arm64')]);
  });
});

interface Described {
  readonly digest: string;
}

interface Index {
  readonly manifests: readonly Described[];
}

interface Manifest {
  readonly config: Described;
  readonly layers: readonly Described[];
  readonly annotations: Readonly<Record<string, string>>;
}

interface Config {
  readonly config: object;
  readonly rootfs: { readonly diff_ids: readonly string[] };
}

/** @param spoil gets the path of the layer @returns the digest of the manifest */
function writeBase(folder: string, spoil: (path: string) => void = () => undefined): string {
  mkdirSync(join(folder, 'blobs/sha256'), { recursive: true });
  const write = (mediaType: string, bytes: Buffer) => {
    const digest = sha256(bytes);
    writeFileSync(join(folder, 'blobs', digest.replace(':', '/')), bytes);
    return { mediaType: `application/vnd.oci.image.${mediaType}`, digest, size: bytes.length };
  };
  const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));
  // an archive without entries
  const empty = spawnSync('sh', ['-c', 'tar -cf - -T /dev/null | gzip -n'], { encoding: 'buffer' }).stdout;
  const layer = write('layer.v1.tar+gzip', empty);
  const config = write(
    'config.v1+json',
    json({
      os: 'linux',
      architecture: 'amd64',
      config: { Env: ['PATH=/base'], User: 'root' },
      rootfs: { type: 'layers', diff_ids: [sha256(gunzipSync(empty))] },
    }),
  );
  const manifest = write('manifest.v1+json', json({ schemaVersion: 2, config, layers: [layer] }));
  const index = write('index.v1+json', json({ schemaVersion: 2, manifests: [manifest] }));
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [index] }));
  spoil(join(folder, 'blobs', layer.digest.replace(':', '/')));
  return manifest.digest;
}
