import { gzipSync } from 'node:zlib';
import { type BaseImage, type Descriptor, type ImageConfig, sha256 } from './image-layout.ts';
import { type TarEntry, tarOf } from './tar-archive.ts';

/** No user of the base: number 1000 owns the volume and may write nothing else. */
const USER = 1000;
const SECOND_NS = 1_000_000_000;
const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** The same image whenever it is made. */
const CREATED = '1970-01-01T00:00:00Z';
const HEALTH =
  "fetch('http://127.0.0.1:8000/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))";

/** Files on top of the base, and their labels. */
export interface ImageContents {
  /** The program `node` for the platform. */
  readonly node: Buffer;
  /** Files of the unpacked package, relative to its top, in any order. */
  readonly files: readonly TarEntry[];
  readonly version: string;
  readonly license: string;
}

/** An image of `surf serve`, as the files of an OCI image layout. */
export interface SurfImage {
  /** Of its manifest. */
  readonly digest: string;
  readonly files: readonly TarEntry[];
}

/** Two layers on top of `base`: the runtime, which seldom changes, and Surf with its volume. */
export function surfImage(base: BaseImage, { node, files, version, license }: ImageContents): SurfImage {
  const layers = [
    layerOf([...foldersOf('usr/local/bin/node'), { path: 'usr/local/bin/node', mode: 0o755, bytes: node }]),
    layerOf([
      { path: 'data/', mode: 0o755, owner: USER, bytes: Buffer.alloc(0) },
      ...withFolders(files.map((file) => ({ ...file, path: `opt/surf/${file.path}` }))),
    ]),
  ];
  const config = json('application/vnd.oci.image.config.v1+json', configOf(base.config, layers));
  const annotations = {
    'org.opencontainers.image.title': 'surf',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.licenses': license,
    'org.opencontainers.image.base.digest': base.digest,
  };
  const manifest = json('application/vnd.oci.image.manifest.v1+json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: config.descriptor,
    layers: [...base.layers, ...layers.map(({ descriptor }) => descriptor)],
    annotations,
  });
  const { os, architecture } = base.config;
  const named = { 'org.opencontainers.image.ref.name': version };
  const index = { ...manifest.descriptor, platform: { os, architecture }, annotations: named };
  const blobs = [
    ...base.layers.map((descriptor) => ({ descriptor, bytes: base.blob(descriptor) })),
    ...[...layers, config, manifest],
  ];
  return { digest: manifest.descriptor.digest, files: layoutOf(index, blobs) };
}

interface Blob {
  readonly descriptor: Descriptor;
  readonly bytes: Buffer;
}

interface Layer extends Blob {
  /** Hash of the archive before compression. */
  readonly diffId: string;
}

function layerOf(entries: readonly TarEntry[]): Layer {
  const archive = tarOf(entries);
  const bytes = gzipSync(archive, { level: 6 });
  const mediaType = 'application/vnd.oci.image.layer.v1.tar+gzip';
  return { descriptor: { mediaType, digest: sha256(bytes), size: bytes.length }, bytes, diffId: sha256(archive) };
}

function json(mediaType: string, value: object): Blob {
  const bytes = Buffer.from(JSON.stringify(value));
  return { descriptor: { mediaType, digest: sha256(bytes), size: bytes.length }, bytes };
}

/** Keeps platform, layers and history of the base, and only the environment of its settings. */
function configOf({ os, architecture, config, rootfs, history = [] }: ImageConfig, layers: readonly Layer[]): object {
  const environment = config?.Env ?? [];
  return {
    created: CREATED,
    os,
    architecture,
    config: {
      User: `${USER}:${USER}`,
      Env: environment.some((each) => each.startsWith('PATH=')) ? environment : [...environment, PATH],
      Entrypoint: ['/usr/local/bin/node', '/opt/surf/cli/surf.mjs'],
      Cmd: ['serve', '--data', '/data'],
      WorkingDir: '/data',
      Volumes: { '/data': {} },
      ExposedPorts: { '8000/tcp': {} },
      // OCI has none; Docker and Podman read this field.
      Healthcheck: {
        Test: ['CMD', '/usr/local/bin/node', '-e', HEALTH],
        Interval: 30 * SECOND_NS,
        Timeout: 5 * SECOND_NS,
        StartPeriod: 10 * SECOND_NS,
      },
    },
    rootfs: { type: 'layers', diff_ids: [...rootfs.diff_ids, ...layers.map(({ diffId }) => diffId)] },
    history: [
      ...history,
      ...['node', 'surf'].map((what) => ({ created: CREATED, created_by: `npm run image: ${what}` })),
    ],
  };
}

function layoutOf(index: Descriptor, blobs: readonly Blob[]): TarEntry[] {
  const text = (path: string, value: object): TarEntry => ({
    path,
    mode: 0o644,
    bytes: Buffer.from(JSON.stringify(value)),
  });
  const unique = new Map(blobs.map(({ descriptor, bytes }) => [descriptor.digest, bytes]));
  return withFolders([
    text('oci-layout', { imageLayoutVersion: '1.0.0' }),
    text('index.json', {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.index.v1+json',
      manifests: [index],
    }),
    ...[...unique].map(([digest, bytes]) => ({ path: `blobs/${digest.replace(':', '/')}`, mode: 0o644, bytes })),
  ]);
}

/** In order of their paths, each folder before what is in it. */
function withFolders(files: readonly TarEntry[]): TarEntry[] {
  const folders = new Map(files.flatMap(({ path }) => foldersOf(path)).map((folder) => [folder.path, folder]));
  return [...folders.values(), ...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}

const foldersOf = (path: string): TarEntry[] =>
  [...path.matchAll(/\//g)].map(({ index }) => ({
    path: path.slice(0, index + 1),
    mode: 0o755,
    bytes: Buffer.alloc(0),
  }));
