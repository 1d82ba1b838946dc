/**
 * Objects that are written once and never changed (S3, or files below the data folder).
 *
 * Keys are `/`-separated segments of [A-Za-z0-9._-], at most 512 characters, no segment `.` or
 * `..`. Every adapter promises, and `test/contract/suites/archive.ts` checks:
 * - an object is seen whole or not at all, also after a kill in the middle of `put`;
 * - when `put` has returned, the object survives a power cut;
 * - of calls that put one key at once, exactly one returns `created`; the others change nothing;
 * - `list` after a returned `put` contains its key.
 */
export interface Archive {
  /**
   * @param parts concatenated in order; the caller may reuse their memory once it has returned
   * @returns `exists` when the key was there before, with any content
   */
  put(key: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'>;
  /**
   * @returns bytes that are the caller's own, as those of `range`: it may change them
   * @throws SurfError OBJECT_NOT_FOUND
   */
  get(key: string): Promise<Uint8Array>;
  /**
   * Bytes [offset, offset + length), fewer at the end of the object, none behind it.
   * @throws SurfError OBJECT_NOT_FOUND
   */
  range(key: string, offset: number, length: number): Promise<Uint8Array>;
  /** All objects whose key starts with `prefix` (which ends with `/`), in byte order of the key. */
  list(prefix: string): AsyncIterable<ArchiveObject>;
  /** Deletes; a missing key is not an error. */
  delete(keys: readonly string[]): Promise<void>;
}

export interface ArchiveObject {
  readonly key: string;
  readonly bytes: number;
}
