import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';

/** Counts of the search, and the places that contain the text. */
export interface FolderSearch {
  readonly files: number;
  /** Decompressed. */
  readonly bytes: number;
  readonly found: readonly string[];
}

/**
 * Looks for `text` in every file below `folder`: as it is, in base64, and in all gzip members,
 * wherever they begin.
 */
export function searchFolder(folder: string, text: string): FolderSearch {
  const found: string[] = [];
  let bytes = 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name);
    for (const part of readable(readFileSync(path))) {
      bytes += part.length;
      if (hasText(part, text)) found.push(path.slice(folder.length + 1));
    }
  }
  return { files: files.length, bytes, found };
}

/** As it is, or in base64 at any of its three alignments. */
export function hasText(data: Buffer | string, text: string): boolean {
  const buffer = Buffer.from(data as Buffer);
  const forms = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(' '.repeat(shift) + text)
      .toString('base64')
      .replaceAll('=', '');
    return encoded.slice(shift === 0 ? 0 : shift + 1, -1);
  });
  return [text, JSON.stringify(text).slice(1, -1), ...forms].some((form) => buffer.includes(form));
}

/** The bytes, and what they hold compressed. */
function* readable(data: Buffer): Generator<Buffer> {
  yield data;
  for (let at = data.indexOf(GZIP); at >= 0; at = data.indexOf(GZIP, at + 1)) {
    try {
      yield gunzipSync(data.subarray(at), { finishFlush: constants.Z_SYNC_FLUSH });
    } catch {} // no member begins here, or others follow that it was read with
  }
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
