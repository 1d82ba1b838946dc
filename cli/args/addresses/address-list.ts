import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { looksLikeList } from '#cli/args/addresses/typed-address.ts';
import { SurfError } from '#core/error.ts';
import { MAX_SEEDS } from '#core/workflow/workflow.ts';

/** Most bytes of a list. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The addresses that arguments name. Files of addresses (.txt) and stdin (-) give theirs.
 * @throws SurfError COMMAND_USAGE if a list cannot be read, is empty, or is too long
 */
export async function listedAddresses(words: readonly string[]): Promise<string[]> {
  const lists = words.map(async (word) => {
    if (word === '-') return addressesOf(await buffer(process.stdin), 'stdin');
    return looksLikeList(word) ? addressesOf(await bytesOf(word), word) : [word];
  });
  return (await Promise.all(lists)).flat();
}

/**
 * Refuses the name of a file that is there: `urls.csv` would be crawled as a host.
 * @throws SurfError COMMAND_USAGE
 */
export async function refuseFiles(words: readonly string[]): Promise<void> {
  for (const word of words) {
    if (word === '-' || looksLikeList(word) || word.includes('://')) continue;
    const there = await stat(word).catch(() => null);
    if (there?.isFile() !== true) continue;
    throw new SurfError('COMMAND_USAGE', `${word} is a file here, and Surf would crawl a host of this name`, {
      remedy: `a list has one address a line and ends with .txt; for the host write https://${word}`,
    });
  }
}

/** One address a line; empty lines and lines that begin with # are left out. */
function addressesOf(bytes: Uint8Array, name: string): string[] {
  if (bytes.length > MOST_BYTES) throw unusable(`${name} is larger than ${MOST_BYTES / 1024 / 1024} MiB`);
  const lines = textOf(bytes).split(/\r\n|\r|\n/);
  const addresses = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  if (addresses.length === 0) throw unusable(`${name} has no address`);
  if (addresses.length > MAX_SEEDS) {
    throw unusable(`${name} has ${addresses.length} addresses; a crawl has at most ${MAX_SEEDS} seeds`);
  }
  return addresses;
}

/** Windows PowerShell 5 writes UTF-16 with a byte order mark: `… > urls.txt`. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw unusable(code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read: ${message}`);
  }
}

const unusable = (message: string): SurfError =>
  new SurfError('COMMAND_USAGE', message, { remedy: 'give a file with one address a line, at most 10,000' });
