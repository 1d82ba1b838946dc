import type { ItemList, LineList, LineSorter, Scratch } from '#core/export/scratch.ts';

/** A scratch in memory. */
export class MemoryScratch implements Scratch {
  sorter(): LineSorter {
    const kept: string[] = [];
    return {
      add: async (lines) => void kept.push(...lines),
      async *sorted() {
        for (const line of kept.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))) yield `${line}\n`;
      },
    };
  }

  list(): LineList {
    const kept: string[] = [];
    return {
      add: async (lines) => void kept.push(...lines),
      async *lines() {
        yield* kept;
      },
    };
  }

  items(): ItemList {
    const kept: Uint8Array[] = [];
    return {
      add: async (item) => kept.push(item.slice()) - 1,
      read: async (place) => kept[place] ?? new Uint8Array(),
      close: async () => void kept.splice(0),
    };
  }
}
