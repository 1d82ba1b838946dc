import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JoinedSegments } from '#adapters/search/joined-segments.ts';
import type { SegmentPlace } from '#adapters/search/segment/fts-segment.ts';
import { checkFullText, partsOf, tooLarge, withSegmentFile } from '#adapters/search/segment/segment-file.ts';
import { type SegmentFiles, type SegmentObject, segmentKey, segmentObject } from '#adapters/search/segment-files.ts';
import type { Archive } from '#core/archive/archive.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { SurfError } from '#core/error.ts';
import { PageBits } from '#core/search/page-bits.ts';
import { MOST_DOCUMENTS } from '#core/search/search-document.ts';
import type { OpenedIndex, SearchIndex } from '#core/search/search-index.ts';
import { SegmentList } from '#core/search/segment-list.ts';

export interface FtsIndexOptions {
  readonly archive: Pick<Archive, 'put' | 'get' | 'list'>;
  readonly files: SegmentFiles;
}

/**
 * Segments of SQLite's FTS5 as objects of an archive, `<name>.<SHA-256>.sqlite`, and lists of them,
 * `<name>.<SHA-256>.list.json`.
 */
export class FtsIndex implements SearchIndex {
  readonly #archive: FtsIndexOptions['archive'];
  readonly #files: SegmentFiles;

  constructor({ archive, files }: FtsIndexOptions) {
    this.#archive = archive;
    this.#files = files;
  }

  /** Opens the first index whose segments are there, of several that rivals built. */
  async open(name: string): Promise<OpenedIndex | null> {
    checkFullText();
    for await (const object of this.#archive.list(`${dirname(name)}/`)) {
      const segment = segmentObject(object);
      if (segment !== null && segment.key === segmentKey(name, segment.digest)) {
        const place = await this.#placeOf(segment, null);
        if (place !== null) return new JoinedSegments([place]);
      }
      const digest = object.key.startsWith(`${name}.`) ? LIST.exec(object.key.slice(name.length))?.[1] : undefined;
      const index = digest === undefined ? null : await this.#listed(await this.#listAt(object.key, digest));
      if (index !== null) return index;
    }
    return null;
  }

  async build(name: string, documents: Parameters<SearchIndex['build']>[1]): Promise<OpenedIndex> {
    const { scratch, mostBytes } = this.#files;
    return withSegmentFile(documents, { scratch, mostBytes }, async (path) => {
      const digest = await digestOf(path);
      const object = { key: segmentKey(name, digest), bytes: (await stat(path)).size, digest };
      await this.#archive.put(object.key, await partsOf(path));
      await this.#files.keep(object, path);
      const place = await this.#placeOf(object, null);
      if (place === null) throw goneMeanwhile(object.key);
      return new JoinedSegments([place]);
    });
  }

  async merge(name: string, list: SegmentList): Promise<OpenedIndex> {
    const index = await this.#listed(list);
    if (index === null) throw goneMeanwhile(`a segment for ${name}`);
    try {
      return await this.build(name, index.documents(MOST_DOCUMENTS + 1));
    } finally {
      index.close();
    }
  }

  async join(name: string, list: SegmentList): Promise<OpenedIndex> {
    this.#checkRoom(list);
    const bytes = Buffer.from(JSON.stringify(list));
    const key = `${name}.${sha256Hex(bytes)}.list.json`;
    await this.#archive.put(key, [bytes]);
    const index = await this.#listed(list);
    if (index === null) throw goneMeanwhile(key);
    return index;
  }

  /** @returns null when a segment is gone */
  async #listed(list: SegmentList): Promise<OpenedIndex | null> {
    this.#checkRoom(list);
    const { segments, complete } = list;
    const places: SegmentPlace[] = [];
    for (const { object, bytes, bits } of segments) {
      const segment = segmentObject({ key: object, bytes });
      const shown = bits === null ? null : new PageBits(Buffer.from(bits, 'base64'));
      const place = segment === null ? null : await this.#placeOf(segment, shown);
      if (place === null) return null;
      places.push(place);
    }
    return new JoinedSegments(places, complete);
  }

  /** Files are together where they are searched. */
  #checkRoom({ segments }: SegmentList): void {
    const { mostTogether } = this.#files;
    if (segments.reduce((sum, { bytes }) => sum + bytes, 0) > mostTogether) throw tooLarge(mostTogether);
  }

  async #listAt(key: string, digest: string): Promise<SegmentList> {
    const bytes = await this.#archive.get(key);
    const list = sha256Hex(bytes) === digest ? SegmentList.safeParse(JSON.parse(Buffer.from(bytes).toString())) : null;
    if (list?.success === true) return list.data;
    throw new SurfError('OBJECT_CORRUPT', `the list of segments ${key} is damaged`, {
      remedy: 'delete that object: the next search makes it again',
    });
  }

  async #placeOf(segment: SegmentObject, shown: PageBits | null): Promise<SegmentPlace | null> {
    const path = await this.#files.fileOf(segment);
    return path === null ? null : { path: pathToFileURL(path), object: segment.key, bytes: segment.bytes, shown };
  }
}

const LIST = /^\.([0-9a-f]{64})\.list\.json$/;

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

const goneMeanwhile = (key: string): SurfError =>
  new SurfError('STORE_UNAVAILABLE', `${key} was deleted while the index was built`, {
    remedy: 'search again, unless the execution was deleted',
  });
