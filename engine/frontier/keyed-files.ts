import type { BaseFile } from '#core/frontier/frontier.ts';
import type { BaseBlock } from '#engine/frontier/base-pages.ts';
import type { Attempt } from '#engine/frontier/crawl-state.ts';

/** Bytes at which a file ends, then those of a block of its index. */
const FILE_BYTES = 64 * 1024 * 1024;
const BLOCK_BYTES = 64 * 1024;
/** Offset of the key in a line: behind `{"key":"`. */
const KEY_FROM = 8;
const KEY_TO = 40;

/** Location and names of the files. */
export type FilePlace = Pick<Attempt, 'archive' | 'name'>;

/**
 * Writes JSON lines that come sorted by key as files of about 64 MB, each with a sparse index
 * (BasePages reads them).
 */
export class KeyedFiles {
  readonly #place: FilePlace;
  readonly #prefix: string;
  readonly #files: BaseFile[] = [];
  #draft = new FileDraft();

  /** @param prefix of the names: `base` makes base-0.jsonl */
  constructor(place: FilePlace, prefix: string) {
    this.#place = place;
    this.#prefix = prefix;
  }

  /** @returns to be awaited: a file is full */
  add(line: string): Promise<void> | undefined {
    this.#draft.add(line);
    return this.#draft.bytes >= FILE_BYTES ? this.#write() : undefined;
  }

  async finish(): Promise<BaseFile[]> {
    if (this.#draft.rows > 0) await this.#write();
    return this.#files;
  }

  async #write(): Promise<void> {
    const draft = this.#draft;
    this.#draft = new FileDraft();
    this.#files.push(await draft.write(this.#place, `${this.#prefix}-${this.#files.length}`));
  }
}

/** One file of pages and its index, until they are written. */
class FileDraft {
  rows = 0;
  bytes = 0;
  readonly #parts: Uint8Array[] = [];
  readonly #blocks: BaseBlock[] = [];
  #text = '';

  add(line: string): void {
    if (this.#text === '') this.#blocks.push([line.slice(KEY_FROM, KEY_TO), this.bytes]);
    this.#text += `${line}\n`;
    this.rows += 1;
    if (this.#text.length >= BLOCK_BYTES) this.#endBlock();
  }

  async write({ archive, name }: FilePlace, own: string): Promise<BaseFile> {
    this.#endBlock();
    const [object, index] = [name(`${own}.jsonl`), name(`${own}.index.json`)];
    await archive.put(object, this.#parts);
    await archive.put(index, [Buffer.from(JSON.stringify(this.#blocks))]);
    return { object, index, first: this.#blocks[0]?.[0] ?? '', rows: this.rows, bytes: this.bytes };
  }

  #endBlock(): void {
    const part = Buffer.from(this.#text);
    this.#text = '';
    if (part.length === 0) return;
    this.#parts.push(part);
    this.bytes += part.length;
  }
}
