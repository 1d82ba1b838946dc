import type { Archive } from '#core/archive/archive.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { BodyDecoder } from '#core/fetch/body-decoder.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { RecordedPages } from '#core/plugin/recorded-pages.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { KnownPages } from '#engine/verify/audit/base-log.ts';
import type { Differences } from '#engine/verify/audit/difference.ts';
import type { MergedLevel } from '#engine/verify/audit/merged-level.ts';
import type { ObjectReader } from '#engine/verify/audit/object-reader.ts';
import type { Replay } from '#engine/verify/audit/replay.ts';

export type { BodyDecoder };

/** Everything that one verification shares. */
export interface Audit {
  readonly id: ExecutionId;
  readonly row: Execution;
  /** The definition; limits as `continue` left them are `row.limits`. */
  readonly workflow: Workflow;
  /** Selects the pages that have a record; null: it takes none. */
  readonly rules: RecordedPages | null;
  readonly objects: ObjectReader;
  /** Archive for objects outside of the execution's prefix. */
  readonly archive: Archive;
  /** Pages in the base's log; undefined without a base, null when it cannot be read. */
  base: KnownPages | null | undefined;
  /** Due pages of the collection by level: of a tick, of which its base says so. */
  due: ReadonlyMap<number, MergedLevel>;
  readonly differences: Differences;
  readonly replay: Replay;
  readonly decodeBody: BodyDecoder;
  /** Lists that manifests name, by the common beginning of their keys: how many tasks each has. */
  readonly lists: Map<string, number>;
  /** Keys of the links in skipped lists that left the scope. */
  readonly outside: Set<string>;
  /** Counts of the objects read. */
  readonly looked: { chunks: number; records: number };
}
