import { open } from 'node:fs/promises';

/** Bytes that are read together. */
const PART_BYTES = 64 * 1024;
const LF = 10;

/**
 * The lines of a file whose last line ends with LF, some at a time: a stream of single lines takes
 * three times as long.
 */
export async function* linesOfFile(path: string): AsyncGenerator<string[]> {
  const file = await open(path);
  try {
    const part = Buffer.allocUnsafe(PART_BYTES);
    let begun: Buffer[] = [];
    for (;;) {
      const { bytesRead } = await file.read(part, 0, PART_BYTES, null);
      if (bytesRead === 0) return;
      const end = part.subarray(0, bytesRead).lastIndexOf(LF);
      if (end >= 0) {
        yield Buffer.concat([...begun, part.subarray(0, end)])
          .toString()
          .split('\n');
        begun = [];
      }
      if (end + 1 < bytesRead) begun.push(Buffer.from(part.subarray(end + 1, bytesRead)));
    }
  } finally {
    await file.close();
  }
}
