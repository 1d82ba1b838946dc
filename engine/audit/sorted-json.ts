import type { LineSorter } from '#core/export/scratch.ts';

/** Each line of a sorter, without LF. */
export async function* eachLine(sorter: LineSorter): AsyncGenerator<string> {
  for await (const part of sorter.sorted()) for (const line of part.split('\n')) if (line !== '') yield line;
}
