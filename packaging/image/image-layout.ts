import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const INDEX = 'application/vnd.oci.image.index.v1+json';
const DIGEST = /^sha256:([0-9a-f]{64})$/;
/** An index of indexes is more than any tool writes. */
const MOST_DEPTH = 3;

/** What a blob is, and its hash (OCI Image Format 1.1, "Content Descriptors"). */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: { readonly os: string; readonly architecture: string };
  readonly annotations?: Readonly<Record<string, string>>;
}

/** As far as it is read here; the rest is kept. */
export interface ImageConfig {
  readonly os: string;
  readonly architecture: string;
  readonly config?: { readonly Env?: readonly string[]; readonly [field: string]: unknown };
  readonly rootfs: { readonly type: string; readonly diff_ids: readonly string[] };
  readonly history?: readonly object[];
}

/** One image of a layout. */
export interface BaseImage {
  /** Digest of its manifest. */
  readonly digest: string;
  readonly config: ImageConfig;
  readonly layers: readonly Descriptor[];
  /** A blob of it, whose hash holds. */
  blob(descriptor: Descriptor): Buffer;
}

export const sha256 = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/**
 * Reads the image of a platform out of a folder that is an OCI image layout, as `crane pull
 * --format=oci` and `skopeo copy … oci:` write it.
 * @throws Error for what is none, for a blob that has another hash, for a platform that it lacks
 */
export function readLayout(folder: string, platform: { os: string; architecture: string }): BaseImage {
  const blob = ({ digest }: Descriptor): Buffer => {
    const [, hex] = DIGEST.exec(digest) ?? [];
    if (hex === undefined) throw new Error(`${digest} is not a digest by SHA-256`);
    const bytes = readFileSync(join(folder, 'blobs/sha256', hex));
    if (sha256(bytes) !== digest) throw new Error(`the blob ${digest} has another hash: ${sha256(bytes)}`);
    return bytes;
  };
  const read = <T>(descriptor: Descriptor): T => JSON.parse(blob(descriptor).toString()) as T;
  let { manifests } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Index;
  for (let depth = 0; depth < MOST_DEPTH; depth++) {
    const found = manifests.find((each) => fits(each, platform)) ?? only(manifests);
    if (found?.mediaType === MANIFEST) {
      const manifest = read<Manifest>(found);
      const config = read<ImageConfig>(manifest.config);
      if (!isOf(config, platform)) break;
      return { digest: found.digest, config, layers: manifest.layers, blob };
    }
    if (found?.mediaType !== INDEX) break;
    ({ manifests } = read<Index>(found));
  }
  throw new Error(`${folder} has no image of ${platform.os}/${platform.architecture}`);
}

interface Index {
  readonly manifests: readonly Descriptor[];
}

interface Manifest {
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}

const isOf = (of: { os: string; architecture: string }, { os, architecture }: typeof of): boolean =>
  of.os === os && of.architecture === architecture;

const fits = ({ platform }: Descriptor, wanted: { os: string; architecture: string }): boolean =>
  platform !== undefined && isOf(platform, wanted);

const only = (all: readonly Descriptor[]): Descriptor | undefined => (all.length === 1 ? all[0] : undefined);
