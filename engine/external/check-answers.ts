import type { Archive } from '#core/archive/archive.ts';
import { attemptName, externalObject } from '#core/archive/object-keys.ts';
import type { Execution } from '#core/execution/execution.ts';
import { KEYS_A_READ, type TaskIndex, type TaskRow } from '#core/execution/task-index.ts';
import { checkStateOf } from '#core/external/external-check.ts';
import type { RandomId } from '#core/model/clock.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { KeyRules } from '#core/url/key-rules.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import type { KeyedCheck } from '#engine/external/fold-checks.ts';
import { ExternalSort } from '#engine/external-sort/external-sort.ts';
import { LineCursor } from '#engine/external-sort/line-cursor.ts';
import { textRecord } from '#engine/external-sort/record-file.ts';
import { byLineKey } from '#engine/frontier/lines/line-key.ts';
import { SettledRows } from '#engine/list-tasks/settled-rows.ts';

export interface AnswerPorts {
  readonly archive: Archive;
  readonly tasks: TaskIndex;
  readonly random: RandomId;
}

/** As many redirects as a workflow may allow. */
const MOST_REDIRECTS = 20;

/**
 * What the settled tasks of a check say about their addresses, in the order of the keys that
 * another workflow gives them. A redirect says what its last target says.
 */
export async function* checkAnswers(ports: AnswerPorts, row: Execution, rules: KeyRules): AsyncGenerator<KeyedCheck> {
  const { archive, random } = ports;
  const attempt = attemptName(row.wave, random());
  let spills = 0;
  const newName = () => externalObject(row.id, attempt, `spill-${spills++}`);
  const sort = new ExternalSort({ archive, newName, keyOf: byLineKey });
  const keys = new Canonicalizer(rules);
  const settled = await SettledRows.open(ports, row);
  for await (const batch of batchesOf(settled.all())) {
    const ends = await endsOf(settled, batch);
    for (const [i, { url, endedAt }] of batch.entries()) {
      const end = ends[i] as TaskRow;
      const at = endedAt ?? row.createdAt;
      const check = { ...checkStateOf(end), status: end.status, at, since: at, execution: row.id };
      const key = urlKeyOf(keys.form(url as CrawlUrl));
      const spilled = sort.add(textRecord(JSON.stringify({ key, check } satisfies KeyedCheck)));
      if (spilled !== undefined) await spilled;
    }
  }
  const cursor = new LineCursor<KeyedCheck>(sort);
  for (await cursor.next(); cursor.current !== null; await cursor.next()) yield cursor.current;
}

async function* batchesOf(rows: AsyncIterable<TaskRow>): AsyncGenerator<TaskRow[]> {
  let batch: TaskRow[] = [];
  for await (const row of rows) {
    if (batch.push(row) < KEYS_A_READ) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The last target of each; one whose target is not settled stands for itself. */
async function endsOf(settled: SettledRows, rows: readonly TaskRow[]): Promise<TaskRow[]> {
  const ends = [...rows];
  for (let hops = 0; hops < MOST_REDIRECTS; hops++) {
    const moved = ends.flatMap(({ outcome }, i) => (outcome.type === 'redirected' ? [{ i, to: outcome.to }] : []));
    if (moved.length === 0) break;
    const targets = await settled.get(moved.map(({ to }) => to));
    for (const [n, { i }] of moved.entries()) ends[i] = targets[n] ?? (ends[i] as TaskRow);
    if (targets.every((target) => target === null)) break;
  }
  return ends;
}
