import type { Archive } from '#core/archive/archive.ts';
import { attemptName, externalObject } from '#core/archive/object-keys.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskIndex, TaskRow } from '#core/execution/task-index.ts';
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

/** Most redirects that a workflow may allow. */
const MOST_REDIRECTS = 20;
/** Redirected addresses that are remembered until their targets are read; others are unknown. */
const MOST_MOVED = 100_000;

/**
 * Answers of a check's settled tasks about their addresses, in the order of the keys that another
 * workflow gives them. A redirect says what its last target says. Reads the list of tasks only,
 * twice where any was redirected: the function that finishes may look up no single row.
 */
export async function* checkAnswers(ports: AnswerPorts, row: Execution, rules: KeyRules): AsyncGenerator<KeyedCheck> {
  const { archive, random } = ports;
  const attempt = attemptName(row.wave, random());
  let spills = 0;
  const newName = () => externalObject(row.id, attempt, `spill-${spills++}`);
  const sort = new ExternalSort({ archive, newName, keyOf: byLineKey });
  const keys = new Canonicalizer(rules);
  const add = async ({ url, endedAt }: Asked, end: End): Promise<void> => {
    const at = endedAt ?? row.createdAt;
    const check = { ...checkStateOf(end), status: end.status, at, since: at, execution: row.id };
    const key = urlKeyOf(keys.form(url as CrawlUrl));
    const spilled = sort.add(textRecord(JSON.stringify({ key, check } satisfies KeyedCheck)));
    if (spilled !== undefined) await spilled;
  };
  const settled = await SettledRows.open(ports, row);
  const moved: (Asked & { readonly end: End })[] = [];
  for await (const { url, endedAt, outcome, status } of settled.all()) {
    const end = { outcome, status };
    if (outcome.type === 'redirected' && moved.length < MOST_MOVED) moved.push({ url, endedAt, end });
    else await add({ url, endedAt }, end);
  }
  const targets = await targetsOf(settled, moved);
  for (const { end, ...asked } of moved) await add(asked, lastTarget(end, targets));
  const cursor = new LineCursor<KeyedCheck>(sort);
  for (await cursor.next(); cursor.current !== null; await cursor.next()) yield cursor.current;
}

type Asked = Pick<TaskRow, 'url' | 'endedAt'>;
type End = Pick<TaskRow, 'outcome' | 'status'>;

/** Ends of redirects by the keys of their targets; null: not settled. */
async function targetsOf(
  settled: SettledRows,
  moved: readonly { readonly end: End }[],
): Promise<ReadonlyMap<string, End | null>> {
  const targets = new Map<string, End | null>();
  for (const { end } of moved) if (end.outcome.type === 'redirected') targets.set(end.outcome.to, null);
  if (targets.size === 0) return targets;
  for await (const { key, outcome, status } of settled.all()) {
    if (targets.has(key)) targets.set(key, { outcome, status });
  }
  return targets;
}

/** End of a redirect. One whose target is not settled stands for itself. */
function lastTarget(first: End, targets: ReadonlyMap<string, End | null>): End {
  let end = first;
  for (let hops = 0; hops < MOST_REDIRECTS && end.outcome.type === 'redirected'; hops++) {
    end = targets.get(end.outcome.to) ?? end;
  }
  return end;
}
