import * as z from 'zod';
import { CHUNK_SUFFIX, executionPrefix } from '#core/archive/object-keys.ts';
import { TaskRow } from '#core/execution/task-index.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { Outcome } from '#core/model/outcome.ts';
import { UrlKey } from '#core/url/url-key.ts';

/**
 * A task row as a table holds it, version 2, alone or in a pack (task-packs.ts), under the key of
 * the task. The row leaves out null, empty lists and `attempts: 1`, and shortens chunk keys to
 * `000002/000000/<token>-000000`, or `x…/000002/…` for a chunk of another execution. Version 1 is
 * the `TaskRow` itself.
 */
export const StoredTask = z.object({
  v: z.literal(2),
  url: z.string(),
  level: z.int().nonnegative(),
  rank: z.int().nonnegative(),
  via: UrlKey.exactOptional(),
  outcome: Outcome,
  status: z.int().exactOptional(),
  contentType: TaskRow.shape.contentType.unwrap().exactOptional(),
  bytes: z.number().exactOptional(),
  cut: z.literal(true).exactOptional(),
  title: TaskRow.shape.title.unwrap().exactOptional(),
  titleCut: z.literal(true).exactOptional(),
  attempts: z.int().nonnegative().exactOptional(),
  startedAt: z.number().exactOptional(),
  endedAt: z.number().exactOptional(),
  errors: TaskRow.shape.errors.exactOptional(),
  /**
   * `object`: the chunk of the WARC object, or its whole key where it is another kind of object.
   */
  archived: z.object({ object: z.string(), offset: z.number(), length: z.number() }).exactOptional(),
  chunk: z.string().exactOptional(),
  linksDropped: z.int().positive().exactOptional(),
});
export type StoredTask = z.infer<typeof StoredTask>;

const OWN_CHUNK = /^\d{6}\/\d{6}\/[^/]+$/;
const OTHER_CHUNK = /^(x[^/]*)\/(\d{6}\/\d{6}\/[^/]+)$/;
const CHUNK_KEY = /^executions\/(x[^/]*)\/chunks\/(\d{6}\/\d{6}\/[^/]+)$/;

/** Without loss: `unpackTask` returns the same row. */
export function packTask(execution: ExecutionId, row: TaskRow): StoredTask {
  const { url, level, rank, via, outcome, status, contentType, bytes, cut, title, titleCut } = row;
  const { attempts, startedAt, endedAt, errors, archived, chunk, linksDropped } = row;
  return {
    v: 2,
    url,
    level,
    rank,
    outcome,
    ...(via !== null && { via }),
    ...(status !== null && { status }),
    ...(contentType !== null && { contentType }),
    ...(bytes !== null && { bytes }),
    ...(cut === true && { cut }),
    ...(title !== null && { title }),
    ...(titleCut === true && { titleCut }),
    ...(attempts !== 1 && { attempts }),
    ...(startedAt !== null && { startedAt }),
    ...(endedAt !== null && { endedAt }),
    ...(errors.length > 0 && { errors }),
    ...(archived !== null && { archived: { ...archived, object: shortWarc(execution, archived.object) } }),
    ...(chunk !== undefined && { chunk: shortChunk(execution, chunk) }),
    ...(linksDropped !== undefined && { linksDropped }),
  };
}

/**
 * @param key of its item
 * @param value the table's value: version 2 or 1
 * @throws SurfError FORMAT_UNKNOWN for anything else
 */
export function unpackTask(execution: ExecutionId, key: string, value: unknown): TaskRow {
  if ((value as { v?: unknown } | null)?.v === 1) return storedRow('a task', TaskRow, value);
  const { v: _, archived, chunk, ...stored } = storedRow('a task', StoredTask, value);
  // Judged once: a program that reads a million rows spends most of its time on that.
  return {
    v: 1,
    key: UrlKey.parse(key),
    via: null,
    status: null,
    contentType: null,
    bytes: null,
    title: null,
    attempts: 1,
    startedAt: null,
    endedAt: null,
    errors: [],
    ...stored,
    archived: archived === undefined ? null : { ...archived, object: longWarc(execution, archived.object) },
    ...(chunk !== undefined && { chunk: longChunk(execution, chunk) }),
  };
}

function shortChunk(execution: ExecutionId, base: string): string {
  const [, id, place] = CHUNK_KEY.exec(base) ?? [];
  if (id === undefined || place === undefined) return base;
  return id === execution ? place : `${id}/${place}`;
}

function longChunk(execution: ExecutionId, short: string): string {
  if (OWN_CHUNK.test(short)) return `${executionPrefix(execution)}chunks/${short}`;
  const [, id, place] = OTHER_CHUNK.exec(short) ?? [];
  return id === undefined ? short : `${executionPrefix(id as ExecutionId)}chunks/${place}`;
}

function shortWarc(execution: ExecutionId, object: string): string {
  const isWarc = object.endsWith(CHUNK_SUFFIX.warc) && CHUNK_KEY.test(object);
  return isWarc ? shortChunk(execution, object.slice(0, -CHUNK_SUFFIX.warc.length)) : object;
}

function longWarc(execution: ExecutionId, short: string): string {
  const base = longChunk(execution, short);
  return base === short ? short : `${base}${CHUNK_SUFFIX.warc}`;
}
