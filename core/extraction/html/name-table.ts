/** Longer names mean nothing to anybody. */
const MOST_LETTERS = 24;
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const LOWER = 0x20;

const lower = (byte: number): number => (byte >= UPPER_A && byte <= UPPER_Z ? byte | LOWER : byte);

/** Names in lower case, found by their bytes in a page: no string is made for them. */
export class NameTable {
  readonly #byHash = new Map<number, string>();

  /** @param names ASCII, at most 24 letters, none with the hash of another */
  constructor(names: Iterable<string>) {
    for (const name of new Set(names)) {
      const hash = hashOf(Buffer.from(name, 'latin1'), 0, name.length);
      if (name.length > MOST_LETTERS || this.#byHash.has(hash)) throw new Error(`no place for the name ${name}`);
      this.#byHash.set(hash, name);
    }
  }

  /** The name between two offsets, in lower case, cut after 24 letters. */
  nameAt(bytes: Buffer, from: number, end: number): string {
    const stop = end - from > MOST_LETTERS ? from + MOST_LETTERS : end;
    return this.find(bytes, from, stop) ?? bytes.toString('latin1', from, stop).toLowerCase();
  }

  /** The name between two offsets when it is one of the table's; null for any other. */
  find(bytes: Buffer, from: number, end: number): string | null {
    if (end - from > MOST_LETTERS) return null;
    const name = this.#byHash.get(hashOf(bytes, from, end));
    return name !== undefined && isAt(bytes, from, end, name) ? name : null;
  }
}

function hashOf(bytes: Buffer, from: number, end: number): number {
  let hash = end - from;
  for (let at = from; at < end; at += 1) hash = (Math.imul(hash, 31) + lower(bytes[at] as number)) | 0;
  return hash;
}

function isAt(bytes: Buffer, from: number, end: number, name: string): boolean {
  if (name.length !== end - from) return false;
  for (let at = 0; at < name.length; at += 1)
    if (name.charCodeAt(at) !== lower(bytes[from + at] as number)) return false;
  return true;
}
