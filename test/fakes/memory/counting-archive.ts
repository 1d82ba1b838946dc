import type { ArchiveObject } from '#core/archive/archive.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';

/** Objects in memory that note what is read of them. */
export class CountingArchive extends MemoryArchive {
  /** Every read: its key, where it began, and how many bytes it brought. */
  reads: { readonly key: string; readonly offset: number; readonly bytes: number }[] = [];
  lists = 0;

  override async get(key: string): Promise<Uint8Array> {
    const bytes = await super.get(key);
    this.reads.push({ key, offset: 0, bytes: bytes.length });
    return bytes;
  }

  override async range(key: string, offset: number, length: number): Promise<Uint8Array> {
    const bytes = (await super.get(key)).subarray(offset, offset + length);
    this.reads.push({ key, offset, bytes: bytes.length });
    return bytes;
  }

  override list(prefix: string): AsyncGenerator<ArchiveObject> {
    this.lists += 1;
    return super.list(prefix);
  }

  get bytesRead(): number {
    return this.reads.reduce((sum, read) => sum + read.bytes, 0);
  }

  /** Reads since the last call. */
  take(): { requests: number; bytes: number } {
    const taken = { requests: this.reads.length, bytes: this.bytesRead };
    this.reads = [];
    return taken;
  }
}
