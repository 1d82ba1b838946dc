import type { Archive } from '#core/archive/archive.ts';
import { ChunkLine } from '#core/archive/chunk-lines.ts';
import { CHUNK_SUFFIX, publishedManifest } from '#core/archive/object-keys.ts';
import { valuesOf } from '#core/bytes/json-lines.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';

/** What the comparison leaves out, with the reason: the one list of it. */
const DIFFERS: Readonly<Partial<Record<keyof TaskView, string>>> = {
  startedAt: 'time',
  endedAt: 'time',
};

/** A task as two runs must have it. */
export type ComparedTask = Readonly<Record<string, unknown>>;

/** Tasks by address, without what is a time; times of errors too. */
export function comparedTasks(views: readonly TaskView[]): ComparedTask[] {
  return views
    .toSorted((a, b) => (a.url < b.url ? -1 : 1))
    .map((view) => {
      const kept = Object.entries(view).filter(([name]) => !(name in DIFFERS));
      return { ...Object.fromEntries(kept), errors: view.errors.map(({ code, message }) => ({ code, message })) };
    });
}

/** SHA-256 of the decoded body of every page that the published manifest lists, by URL key (N15). */
export async function payloadDigests(archive: Archive, id: ExecutionId): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const value of valuesOf(await archive.get(publishedManifest(id)))) {
    const { chunk } = value as { chunk: string };
    for (const line of valuesOf(await archive.get(`${chunk}${CHUNK_SUFFIX.lines}`))) {
      const parsed = ChunkLine.parse(line);
      if (parsed.kind === 'outcome' && parsed.digest !== undefined) digests[parsed.key] = parsed.digest;
    }
  }
  return digests;
}
