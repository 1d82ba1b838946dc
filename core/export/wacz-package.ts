import type { PageLine } from '#core/export/tables/page-line.ts';

/**
 * Version of the Web Archive Collection Zipped format that is written.
 * @see https://specs.webrecorder.net/wacz/1.1.1/
 */
const WACZ_VERSION = '1.1.1';
/** Index lines in one block of the compressed index. */
export const BLOCK_LINES = 3_000;

/** A file of the package. */
export interface WaczResource {
  /** Path in the ZIP file. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly sha256: string;
}

/** First line of `pages/pages.jsonl`. */
export const PAGES_HEADER = { format: 'json-pages-1.0', id: 'pages', title: 'All Pages' } as const;

/** A line of `pages/pages.jsonl`; `ts` is the instant of the page's record in the index. */
export function waczPage(page: PageLine, id: string): Readonly<Record<string, unknown>> {
  const { url, fetchedAt, title, status, contentType, level } = page;
  return {
    id,
    url,
    ts: fetchedAt,
    title: title ?? url,
    ...(status !== null && { status }),
    ...(contentType !== null && { mime: contentType.split(';', 1)[0]?.trim() }),
    depth: level,
    ...(level === 0 && { seed: true }),
  };
}

/** First line of `indexes/index.idx`. */
export const IDX_HEADER = `!meta 0 ${JSON.stringify({ format: 'cdxj-gzip-1.0', filename: 'index.cdx.gz' })}`;

/**
 * A line of `indexes/index.idx`: the block whose first line begins with `prefix` (key and time).
 */
export function idxLine(prefix: string, block: { offset: number; length: number; sha256: string }): string {
  const { offset, length, sha256 } = block;
  return `${prefix} ${JSON.stringify({ offset, length, digest: `sha256:${sha256}`, filename: 'index.cdx.gz' })}`;
}

/** `datapackage.json`. @param created ISO 8601 UTC */
export function datapackage(
  resources: readonly WaczResource[],
  about: {
    readonly title: string;
    readonly created: string;
    readonly software: string;
    readonly mainPage: PageLine | null;
  },
): string {
  const { title, created, software, mainPage } = about;
  const value = {
    profile: 'data-package',
    wacz_version: WACZ_VERSION,
    title,
    software,
    created,
    ...(mainPage !== null && { mainPageUrl: mainPage.url, mainPageDate: mainPage.fetchedAt }),
    resources: resources.map(({ path, bytes, sha256 }) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      path,
      hash: `sha256:${sha256}`,
      bytes,
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** `datapackage-digest.json`. @param sha256 of datapackage.json */
export const datapackageDigest = (sha256: string): string =>
  `${JSON.stringify({ path: 'datapackage.json', hash: `sha256:${sha256}` }, null, 2)}\n`;
