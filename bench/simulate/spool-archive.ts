import {
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Archive, ArchiveObject } from '#core/archive/archive.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { SurfError } from '#core/error.ts';

/**
 * Objects as files that are read and written at once: what is measured beside them is not their
 * memory. Never durable; WARC objects are not kept.
 */
export class SpoolArchive implements Archive {
  readonly #folder = mkdtempSync(join(tmpdir(), 'surf-simulate-'));

  async put(key: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'> {
    if (key.endsWith(CHUNK_SUFFIX.warc)) return 'created';
    const file = join(this.#folder, key);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.concat(parts));
    return 'created';
  }

  async get(key: string): Promise<Uint8Array> {
    try {
      return readFileSync(join(this.#folder, key));
    } catch (cause) {
      throw new SurfError('OBJECT_NOT_FOUND', `there is no object ${key}`, { cause });
    }
  }

  async range(key: string, offset: number, length: number): Promise<Uint8Array> {
    const file = openSync(join(this.#folder, key), 'r');
    try {
      const bytes = Buffer.alloc(Math.min(length, Math.max(0, fstatSync(file).size - offset)));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset));
    } finally {
      closeSync(file);
    }
  }

  async *list(prefix: string): AsyncGenerator<ArchiveObject> {
    const folder = join(this.#folder, prefix);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    for (const name of names) {
      const found = statSync(join(folder, name));
      if (found.isFile()) yield { key: `${prefix}${name}`, bytes: found.size };
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) rmSync(join(this.#folder, key), { force: true });
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
