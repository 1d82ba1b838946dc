import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { Frontier, SegmentRef } from '#core/frontier/frontier.ts';
import { encodeSegment, KEY_BYTES } from '#core/frontier/segments/sorted-segment.ts';
import type { DifferenceCode } from '#engine/verify/audit/difference.ts';
import { waveOf } from '#test/contract/samples.ts';
import type { History, Json } from '#test/verify/history.ts';

/** Something that can go wrong with a stored crawl, and the code that has to say so. */
export interface Corruption {
  readonly name: string;
  readonly code: DifferenceCode;
  readonly plant: (history: History) => Promise<void>;
}

const isOutcome = (type: string) => (line: Json) => line.kind === 'outcome' && (line.outcome as Json).type === type;
const isKind = (kind: string) => (line: Json) => line.kind === kind;

/** Without the first line for which `test` holds. */
const withoutFirst = (lines: Json[], test: (line: Json) => boolean): Json[] => {
  const at = lines.findIndex(test);
  return lines.filter((_, i) => i !== at);
};
const changeFirst = (lines: Json[], test: (line: Json) => boolean, change: Json): Json[] => {
  const at = lines.findIndex(test);
  return lines.map((line, i) => (i === at ? { ...line, ...change } : line));
};

async function forge(
  history: History,
  test: (line: Json) => boolean,
  change: (lines: Json[]) => Json[],
): Promise<void> {
  await history.forgeChunk(await history.chunkWith(test), change);
}

async function frontierOf(history: History): Promise<{ key: string; frontier: Frontier }> {
  const key = (await history.row()).frontier ?? '';
  return { key, frontier: (await history.json(key)) as unknown as Frontier };
}

/** Changes the largest segment of one of the last frontier's sets. */
export async function changeSegment(
  history: History,
  set: 'seen' | 'digests' | 'patterns',
  change: (records: Uint8Array[]) => Uint8Array[],
): Promise<void> {
  const { key, frontier } = await frontierOf(history);
  const [segment] = frontier[set].toSorted((a, b) => b.count - a.count);
  if (segment === undefined) throw new Error(`no segment of ${set}`);
  const bytes = Buffer.from(await history.archive.get(segment.object));
  const { recordBytes, count } = segment;
  const records = Array.from({ length: count }, (_, i) => bytes.subarray(i * recordBytes, (i + 1) * recordBytes));
  const changed = change(records);
  history.replace(segment.object, Buffer.concat(encodeSegment(Buffer.concat(changed), segment)));
  await history.changeJson(key, (value) => {
    const refs = value[set] as SegmentRef[];
    value[set] = refs.map((ref) => (ref.object === segment.object ? { ...ref, count: changed.length } : ref));
  });
}

async function rewriteRows(history: History, change: (rows: TaskRow[]) => TaskRow[]): Promise<void> {
  const { rows } = await history.tasks.list(history.id, 1_000);
  await history.tasks.clear(history.id);
  await history.tasks.write(history.id, waveOf(change([...rows])));
}

async function settledWith(history: History, test: (line: Json) => boolean): Promise<string> {
  for (const { manifest } of await history.manifests()) {
    if (manifest.settled !== null && (await history.lines(manifest.settled.object)).some(test))
      return manifest.settled.object;
  }
  throw new Error('no wave settled such a task');
}

const isDuplicate = (line: Json): boolean => (line.outcome as Json).type === 'duplicate';
const KEY = '00'.repeat(KEY_BYTES);

/** The manifest of the first wave with a unit of that many chunks. */
async function manifestWith(history: History, chunks: number): Promise<{ key: string; unit: number }> {
  for (const { key, manifest } of await history.manifests()) {
    const last = manifest.chunks.find(({ n }) => n === chunks - 1);
    if (last !== undefined) return { key, unit: last.unit };
  }
  throw new Error(`no unit has ${chunks} chunks`);
}

async function levelTasks(history: History): Promise<string> {
  const { manifest } =
    (await history.manifests()).find(({ manifest: { levels } }) => (levels[0]?.tasks ?? 0) > 2) ?? {};
  return `${manifest?.levels[0]?.list}tasks.jsonl`;
}

async function skippedList(history: History): Promise<string> {
  const levels = (await history.manifests()).flatMap(({ manifest }) => manifest.levels);
  return levels.find(({ skipped }) => skipped !== null)?.skipped ?? '';
}

async function changePlan(history: History, wave: number, change: (plan: Json) => void): Promise<void> {
  const { manifest } = (await history.manifests())[wave] ?? {};
  await history.changeJson(manifest?.plan ?? '', change);
}

/** Those of the issue, each by a forger who makes sizes and hashes fit. */
export const PLANTED: readonly Corruption[] = [
  {
    name: 'a lost outcome line',
    code: 'settled-unproven',
    plant: (history) => forge(history, isOutcome('stored'), (lines) => withoutFirst(lines, isOutcome('stored'))),
  },
  {
    name: 'a chunk that is listed twice',
    code: 'chunk-twice',
    plant: async (history) => {
      const { key } = await manifestWith(history, 1);
      await history.changeJson(key, (value) => {
        const chunks = value.chunks as Json[];
        value.chunks = [...chunks, chunks[0]];
      });
    },
  },
  {
    name: 'an outcome of the wrong type',
    code: 'settled-row',
    plant: (history) =>
      forge(history, isOutcome('stored'), (lines) =>
        changeFirst(lines, isOutcome('stored'), { outcome: { type: 'failed', reason: 'dns' } }),
      ),
  },
  {
    name: 'a changed count in the frontier',
    code: 'frontier-counts',
    plant: async (history) => {
      const { key } = await frontierOf(history);
      await history.changeJson(key, (value) => {
        const counts = value.counts as { stored: number; duplicate: number };
        counts.stored += 1;
        counts.duplicate -= 1; // the sum still fits
      });
    },
  },
  {
    name: 'a lost candidate line',
    code: 'level-unproven',
    plant: (history) =>
      forge(history, isKind('candidate'), (lines) =>
        withoutFirst(lines, (line) => line.kind === 'candidate' && line.reason === null),
      ),
  },
  {
    name: 'a missing task row',
    code: 'task-missing',
    plant: (history) => rewriteRows(history, (rows) => rows.slice(1)),
  },
  {
    name: 'a changed task row',
    code: 'task-row',
    plant: (history) =>
      rewriteRows(history, ([first, ...rows]) => (first ? [{ ...first, rank: first.rank + 1 }, ...rows] : [])),
  },
  {
    name: 'a WARC object that is cut short',
    code: 'warc-hash',
    plant: async (history) => {
      const key = `${await history.chunkWith(isOutcome('stored'))}${CHUNK_SUFFIX.warc}`;
      history.replace(key, (await history.archive.get(key)).subarray(0, -100));
    },
  },
  {
    name: 'two swapped WARC pointers',
    code: 'warc-url',
    plant: async (history) => {
      const archived = (line: Json): boolean => line.kind === 'outcome' && line.warc !== undefined;
      for (const base of await history.chunks()) {
        const [a, b] = (await history.lines(`${base}${CHUNK_SUFFIX.lines}`)).filter(archived);
        if (a === undefined || b === undefined) continue;
        const swap = (line: Json): Json =>
          line.key === a.key ? { ...line, warc: b.warc } : line.key === b.key ? { ...line, warc: a.warc } : line;
        return history.forgeChunk(base, (lines) => lines.map((line) => (line.kind === 'outcome' ? swap(line) : line)));
      }
    },
  },
  {
    name: 'a key that the seen set lacks',
    code: 'seen-missing',
    plant: (history) => changeSegment(history, 'seen', (records) => records.slice(1)),
  },
  {
    name: 'a page over the limit of the plan',
    code: 'limit-pages',
    plant: (history) =>
      changePlan(history, 1, (plan) => {
        ((plan.workflow as Json).limits as Json).pages = 1;
      }),
  },
  {
    name: 'a changed level list',
    code: 'level-task',
    plant: async (history) => {
      const object = await levelTasks(history);
      await history.changeLines(object, ([a, b, ...rest]) => [
        { ...a, rank: b?.rank },
        { ...b, rank: a?.rank },
        ...rest,
      ]);
    },
  },
  {
    name: 'a wrong duplicate holder',
    code: 'duplicate-holder',
    plant: async (history) => {
      const object = await settledWith(history, isDuplicate);
      await history.changeLines(object, (rows) =>
        changeFirst(rows, isDuplicate, { outcome: { type: 'duplicate', of: KEY } }),
      );
    },
  },
];

/** What else can be lost or changed. */
export const OTHERS: readonly Corruption[] = [
  {
    name: 'a deleted manifest',
    code: 'manifest-missing',
    plant: async (history) => {
      const [first] = await history.manifests();
      await history.archive.delete([first?.key ?? '']);
    },
  },
  {
    name: 'a manifest that leads back to the wrong wave',
    code: 'manifest-chain',
    plant: async (history) => {
      const manifests = await history.manifests();
      await history.changeJson(manifests.at(-1)?.key ?? '', (value) => {
        value.previous = manifests[0]?.key;
      });
    },
  },
  {
    name: 'a deleted chunk',
    code: 'chunk-missing',
    plant: async (history) => history.archive.delete([`${(await history.chunks())[0]}${CHUNK_SUFFIX.lines}`]),
  },
  {
    name: 'a chunk that no manifest lists',
    code: 'chunk-gap',
    plant: async (history) => {
      const { key, unit: of } = await manifestWith(history, 2);
      await history.changeJson(key, (value) => {
        value.chunks = (value.chunks as Json[]).filter(({ n, unit }) => n !== 0 || unit !== of);
      });
    },
  },
  {
    name: 'a chunk without its last line',
    code: 'chunk-corrupt',
    plant: async (history) =>
      history.forgeChunk((await history.chunks())[0] ?? '', (lines) => lines.filter(({ kind }) => kind !== 'end')),
  },
  {
    name: 'a chunk of another wave',
    code: 'chunk-name',
    plant: async (history) =>
      history.forgeChunk((await history.chunks())[0] ?? '', (lines) =>
        changeFirst(lines, isKind('chunk'), { wave: 99 }),
      ),
  },
  {
    name: 'an outcome of a task that was never requested',
    code: 'outcome-unplanned',
    plant: (history) =>
      forge(history, isOutcome('stored'), (lines) => changeFirst(lines, isOutcome('stored'), { key: KEY })),
  },
  {
    name: 'a link of a page of another unit',
    code: 'candidate-unplanned',
    plant: (history) =>
      forge(history, isKind('candidate'), (lines) => changeFirst(lines, isKind('candidate'), { by: KEY })),
  },
  {
    name: 'a plan with another workflow',
    code: 'plan-workflow',
    plant: (history) =>
      changePlan(history, 1, (plan) => {
        (plan.workflow as Json).parallelism = 77;
      }),
  },
  {
    name: 'a task that comes from nowhere',
    code: 'plan-task-unknown',
    plant: async (history) => {
      const { manifest } = (await history.manifests())[1] ?? {};
      const plan = await history.json(manifest?.plan ?? '');
      await history.changeLines(String(plan.tasks), (tasks) => changeFirst(tasks, () => true, { key: KEY }));
    },
  },
  {
    name: 'a changed body digest',
    code: 'warc-body',
    plant: (history) =>
      forge(history, isOutcome('stored'), (lines) =>
        changeFirst(lines, isOutcome('stored'), { digest: sha256Hex('other') }),
      ),
  },
  {
    name: 'a page that was cut, and an archive that says nothing of it',
    code: 'warc-body',
    plant: (history) =>
      forge(history, isOutcome('stored'), (lines) => changeFirst(lines, isOutcome('stored'), { cut: true })),
  },
  {
    name: 'a lost index line',
    code: 'cdxj',
    plant: (history) => forge(history, isKind('cdxj'), (lines) => withoutFirst(lines, isKind('cdxj'))),
  },
  {
    name: 'a task that is gone from its level list',
    code: 'level-missing',
    plant: async (history) => history.changeLines(await levelTasks(history), (lines) => lines.slice(1)),
  },
  {
    name: 'another reason in a skipped list',
    code: 'level-skipped',
    plant: async (history) =>
      history.changeLines(await skippedList(history), (lines) => changeFirst(lines, () => true, { reason: 'trap' })),
  },
  {
    name: 'counts that break promise 1',
    code: 'frontier-unbalanced',
    plant: async (history) => {
      const { key } = await frontierOf(history);
      await history.changeJson(key, (value) => {
        (value.counts as { stored: number }).stored += 1;
      });
    },
  },
  {
    name: 'a digest that names another page',
    code: 'digest-record',
    plant: (history) =>
      changeSegment(history, 'digests', (records) => {
        records[0]?.fill(7, KEY_BYTES, 2 * KEY_BYTES);
        return records;
      }),
  },
  {
    name: 'a pattern table with a pattern that no address has',
    code: 'pattern-record',
    plant: async (history) => {
      const { key } = await frontierOf(history);
      const object = `executions/${history.id}/seen/made-up.seg`;
      history.replace(object, Buffer.concat(encodeSegment(Buffer.alloc(20, 1), { recordBytes: 20 })));
      await history.changeJson(key, (value) => {
        value.patterns = [{ object, count: 1, recordBytes: 20 }];
      });
    },
  },
  {
    name: 'a seen set that is not sorted',
    code: 'segment-corrupt',
    plant: (history) => changeSegment(history, 'seen', (records) => records.toReversed()),
  },
  {
    name: 'a lost list of settled tasks',
    code: 'settled-missing',
    plant: async (history) => history.archive.delete([await settledWith(history, () => true)]),
  },
  {
    name: 'a row that nothing settled',
    code: 'task-unproven',
    plant: (history) =>
      rewriteRows(history, (rows) =>
        rows.concat(rows.slice(0, 1).map((row) => ({ ...row, key: KEY as TaskRow['key'] }))),
      ),
  },
  {
    name: 'an execution row with other bytes',
    code: 'execution-row',
    plant: async (history) => {
      const row = await history.row();
      await history.catalog.createExecution({ ...row, bytes: row.bytes + 1 });
    },
  },
  {
    name: 'a limit below what was crawled',
    code: 'limit-pages-per-host',
    plant: async (history) => {
      const row = await history.row();
      await history.catalog.createExecution({ ...row, limits: { pagesPerHost: 1 } });
    },
  },
];
