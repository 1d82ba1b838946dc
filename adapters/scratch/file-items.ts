import { type FileHandle, open, rm } from 'node:fs/promises';
import type { ItemList } from '#core/export/scratch.ts';

/** Bytes that wait before they are written together. */
const WAITING_BYTES = 1024 * 1024;

/** Keeps items in a file. In memory it holds eight bytes an item, and the items not yet written. */
export class FileItems implements ItemList {
  readonly #path: string;
  #file: FileHandle | null = null;
  /** Offset of each item, and last the offset of the next one. */
  readonly #starts = [0];
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  async add(item: Uint8Array): Promise<number> {
    const start = this.#starts.at(-1) ?? 0;
    const place = this.#starts.push(start + item.length) - 2;
    this.#waiting.push(item.slice());
    this.#waitingBytes += item.length;
    if (this.#waitingBytes >= WAITING_BYTES) await this.#write();
    return place;
  }

  async read(place: number): Promise<Uint8Array> {
    await this.#write();
    const [start = 0, end = 0] = this.#starts.slice(place, place + 2);
    const bytes = new Uint8Array(end - start);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = (await this.#file?.read(bytes, at, bytes.length - at, start + at)) ?? { bytesRead: 0 };
      if (bytesRead === 0) throw new Error(`${this.#path} ends before item ${place}`);
      at += bytesRead;
    }
    return bytes;
  }

  async close(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    await this.#file?.close();
    await rm(this.#path, { force: true });
  }

  /** One write at a time. */
  async #write(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
    if (this.#waiting.length === 0) return;
    this.#writing = this.#append(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.#writing.finally(() => {
      this.#writing = null;
    });
  }

  async #append(items: readonly Uint8Array[]): Promise<void> {
    this.#file ??= await open(this.#path, 'wx+');
    await this.#file.appendFile(Buffer.concat(items));
  }
}
