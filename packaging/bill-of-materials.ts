import { createHash } from 'node:crypto';

/** The part of the output of `npm sbom --sbom-format cyclonedx` that packaging uses. */
export interface CycloneDx {
  readonly metadata: { readonly component: object; readonly [key: string]: unknown };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  readonly [key: string]: unknown;
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}

/** A tarball and what is in its bundle, as `undici@8.12.4`. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly tarball: Buffer;
  readonly packages: ReadonlySet<string>;
}

/**
 * The part of a checkout's bill of materials that is in one package. The same sources give the same
 * bytes: it has no serial number and no time.
 * @throws Error when the checkout's bill lacks a package of the bundle
 */
export function billOfMaterials(all: CycloneDx, { name, version, tarball, packages }: Bundled): CycloneDx {
  const { serialNumber: _, ...rest } = all;
  const { timestamp: __, ...metadata } = all.metadata;
  const components = all.components.filter((each) => packages.has(`${each.name}@${each.version}`));
  const known = new Set(components.map((each) => `${each.name}@${each.version}`));
  const missing = [...packages].filter((each) => !known.has(each));
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}`);
  const refs = new Set(components.map((each) => each['bom-ref']));
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const hashes = [{ alg: 'SHA-512', content: createHash('sha512').update(tarball).digest('hex') }];
  const component = { 'bom-ref': `${name}@${version}`, type: 'library', name, version, purl, hashes };
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  return {
    ...rest,
    metadata: { ...metadata, component },
    components,
    dependencies: [{ ref: component['bom-ref'], dependsOn: [...refs] }, ...dependencies],
  };
}
