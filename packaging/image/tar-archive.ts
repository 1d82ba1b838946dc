const BLOCK = 512;
/** Bytes of a name, and of the folders before it, that a header of USTAR has room for. */
const MOST_NAME = 100;
const MOST_PREFIX = 155;

/** A file or folder of an archive. */
export interface TarEntry {
  /** Without a leading slash; of a folder with one at the end. */
  readonly path: string;
  /** Permissions: `0o644`. */
  readonly mode: number;
  /** Number of the user and of the group. @default 0 */
  readonly owner?: number;
  /** Empty for a folder. */
  readonly bytes: Buffer;
}

/**
 * A tar archive (POSIX.1-2017, pax, "ustar Interchange Format"), whose bytes depend on the entries
 * alone: no time, no name of a user.
 * @throws Error for a path that is too long for it
 */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => [headerOf(entry), entry.bytes, padding(entry.bytes.length)]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

const padding = (length: number): Buffer => Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);

function headerOf({ path, mode, owner = 0, bytes }: TarEntry): Buffer {
  const header = Buffer.alloc(BLOCK);
  const { name, prefix } = split(path);
  header.write(name, 0);
  const octal = (value: number, at: number, length: number): void =>
    void header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
  octal(mode, 100, 8);
  octal(owner, 108, 8);
  octal(owner, 116, 8);
  octal(bytes.length, 124, 12);
  octal(0, 136, 12); // time
  header.fill(' ', 148, 156); // the sum counts itself as spaces
  header.write(path.endsWith('/') ? '5' : '0', 156);
  header.write('ustar\u000000', 257);
  header.write(prefix, 345);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function split(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= MOST_NAME) return { name: path, prefix: '' };
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (name !== '' && Buffer.byteLength(name) <= MOST_NAME && Buffer.byteLength(prefix) <= MOST_PREFIX)
      return { name, prefix };
  }
  throw new Error(`${path} is too long for an archive`);
}
