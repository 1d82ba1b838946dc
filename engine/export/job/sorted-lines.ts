import type { LineSorter } from '#core/export/scratch.ts';

/** The lines of a sorter in their order, one at a time, without LF. Call it once. */
export async function* sortedLines(sorter: Pick<LineSorter, 'sorted'>): AsyncGenerator<string> {
  for await (const part of sorter.sorted()) for (const line of part.split('\n')) if (line !== '') yield line;
}
