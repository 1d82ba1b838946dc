import type { Archive } from '#core/archive/archive.ts';
import { decodeCandidate } from '#core/archive/chunk/candidate-record.ts';
import { chunkValues } from '#core/archive/chunk/chunk-values.ts';
import { executionPrefix } from '#core/archive/object-keys.ts';
import { blocksIn } from '#core/archive/warc/record-blocks.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { valuesOf } from '#core/bytes/json-lines.ts';
import { codeOf } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { DifferenceCode, Differences } from '#engine/verify/audit/difference.ts';

/** A JSON object of a line, as it was parsed: nothing of it is checked. */
export type Line = Readonly<Record<string, unknown>>;

/** Reads an execution's objects; what is missing or damaged is a difference, never an exception. */
export class ObjectReader {
  readonly #archive: Archive;
  readonly #prefix: string;
  readonly #differences: Differences;

  constructor(archive: Archive, id: ExecutionId, differences: Differences) {
    this.#archive = archive;
    this.#prefix = executionPrefix(id);
    this.#differences = differences;
  }

  /** @returns null when there is none, which is a difference `code` */
  async bytes(key: string, code: DifferenceCode): Promise<Uint8Array | null> {
    const found = key.startsWith(this.#prefix) ? await this.#get(key) : null;
    if (found === null) this.#differences.add(code, key, { expected: 'an object', found: 'none' });
    return found;
  }

  /** An object whose size and SHA-256 are known. */
  async proven(key: string, known: { bytes: number; sha256: string }, codes: ProofCodes): Promise<Uint8Array | null> {
    const bytes = await this.bytes(key, codes.missing);
    if (bytes === null) return null;
    const found = { bytes: bytes.length, sha256: sha256Hex(bytes) };
    if (found.bytes !== known.bytes || found.sha256 !== known.sha256) {
      const expected = { bytes: known.bytes, sha256: known.sha256 };
      this.#differences.add(codes.hash, key, { expected, found });
    }
    return bytes;
  }

  /** A small JSON object of a known shape: `shape` is its schema. */
  async json<Value>(key: string, shape: Shape<Value>, code: DifferenceCode): Promise<Value | null> {
    const bytes = await this.bytes(key, code);
    if (bytes === null) return null;
    try {
      return shape.parse(JSON.parse(Buffer.from(bytes).toString()));
    } catch (error) {
      const found = error instanceof Error ? error.message : String(error);
      this.#differences.add(code, key, { expected: 'an object of this format', found });
      return null;
    }
  }

  /** The JSON objects of an object's lines; a damaged line ends them and is a difference `code`. */
  lines(key: string, bytes: Uint8Array, code: DifferenceCode): Generator<Line> {
    return this.#objectsIn(valuesOf(bytes), key, code);
  }

  /** The lines of a chunk's object, of either version: its link records as candidate lines. */
  chunkLines(key: string, bytes: Uint8Array, code: DifferenceCode): Generator<Line> {
    return this.#objectsIn(chunkValues(bytes), key, code);
  }

  *#objectsIn(values: Iterable<unknown>, key: string, code: DifferenceCode): Generator<Line> {
    try {
      for (const value of values) {
        if (typeof value === 'object' && value !== null) yield value as Line;
        else this.#differences.add(code, key, { expected: 'a JSON object', found: value });
      }
    } catch (error) {
      if (codeOf(error) !== 'OBJECT_CORRUPT') throw error;
      this.#differences.add(code, key, { expected: 'JSON lines', found: (error as Error).message });
    }
  }

  /** Lines of an object whose number is known; none if the object is missing. */
  async counted(key: string, rows: number, codes: { missing: DifferenceCode; count: DifferenceCode }): Promise<Line[]> {
    const bytes = await this.bytes(key, codes.missing);
    const lines = bytes === null ? [] : [...this.lines(key, bytes, codes.missing)];
    if (bytes !== null) this.#differences.compare(codes.count, key, { expected: rows, found: lines.length });
    return lines;
  }

  /**
   * Link records of an object of which the number is known, as candidate lines; none when it is not
   * there.
   */
  async countedLinks(
    key: string,
    rows: number,
    codes: { missing: DifferenceCode; count: DifferenceCode },
  ): Promise<Line[]> {
    const bytes = await this.bytes(key, codes.missing);
    const links = bytes === null ? [] : [...this.#objectsIn(linksIn(bytes, key), key, codes.missing)];
    if (bytes !== null) this.#differences.compare(codes.count, key, { expected: rows, found: links.length });
    return links;
  }

  async #get(key: string): Promise<Uint8Array | null> {
    try {
      return await this.#archive.get(key);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'OBJECT_NOT_FOUND' || code === 'FIELD_INVALID') return null;
      throw error;
    }
  }
}

function* linksIn(bytes: Uint8Array, key: string): Generator<unknown> {
  for (const block of blocksIn(bytes, key)) for (const record of block) yield decodeCandidate(record.bytes, record.at);
}

/** Makes a value of parsed JSON, or throws. */
export interface Shape<Value> {
  parse(json: unknown): Value;
}

export interface ProofCodes {
  readonly missing: DifferenceCode;
  readonly hash: DifferenceCode;
}
