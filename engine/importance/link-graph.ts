import type { ItemList, Scratch } from '#core/export/scratch.ts';

/** Numbers that are written, and read back, together: 256 KB. */
const BLOCK_NUMBERS = 64 * 1024;

/** Called for each page with links: its place, and the places that it links. */
export type LinkVisitor = (from: number, to: Uint32Array) => void;

/** Links between places. They are in the scratch, and read from the first to the last. */
export class LinkGraph {
  readonly #items: ItemList;
  #block: number[] = [];
  #blocks = 0;
  #links = 0;

  constructor(scratch: Pick<Scratch, 'items'>) {
    this.#items = scratch.items();
  }

  get links(): number {
    return this.#links;
  }

  /** @param to distinct places */
  async add(from: number, to: ReadonlySet<number>): Promise<void> {
    this.#block.push(from, to.size);
    for (const place of to) this.#block.push(place);
    this.#links += to.size;
    if (this.#block.length >= BLOCK_NUMBERS) await this.#flush();
  }

  /** Visits the links in the order in which they were added. */
  async each(visit: LinkVisitor): Promise<void> {
    await this.#flush();
    for (let n = 0; n < this.#blocks; n++) {
      const bytes = await this.#items.read(n);
      const block = new Uint32Array(bytes.slice().buffer);
      for (let at = 0; at < block.length; ) {
        const end = at + 2 + (block[at + 1] ?? 0);
        visit(block[at] ?? 0, block.subarray(at + 2, end));
        at = end;
      }
    }
  }

  async close(): Promise<void> {
    await this.#items.close();
  }

  async #flush(): Promise<void> {
    if (this.#block.length === 0) return;
    await this.#items.add(new Uint8Array(Uint32Array.from(this.#block).buffer));
    this.#block = [];
    this.#blocks += 1;
  }
}
