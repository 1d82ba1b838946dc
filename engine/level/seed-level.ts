import { basePageOf, type PageValidators } from '#core/archive/chunk/base-page.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import { levelObject } from '#core/archive/object-keys.ts';
import { NO_DEAD_SEEDS, withDeadSeed } from '#core/frontier/dead-seeds.ts';
import { Ledger } from '#core/frontier/ledger.ts';
import { encodeSeen, SEEN_RECORD_BYTES, type SeenRecord } from '#core/frontier/segments/seen-record.ts';
import type { Verdict } from '#core/model/outcome.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { seedDepth, seedUrl, seedUrls } from '#core/url/seed/seed.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { basePages } from '#engine/frontier/base-pages.ts';
import type { Attempt, CrawlState } from '#engine/frontier/crawl-state.ts';
import { ListBuilder } from '#engine/frontier/lines/level-list.ts';
import { linesOf } from '#engine/frontier/lines/line-files.ts';
import type { MadeLists } from '#engine/frontier/next-state.ts';

/**
 * Makes level 0: the seeds in the order of the workflow, each key once, those that a rule refuses
 * skipped. A tick of a collection has seen those that it knows.
 */
export async function seedLevel(
  state: Attempt & Pick<CrawlState, 'head'>,
  workflow: Workflow,
  decide: (url: CrawlUrl) => Verdict,
): Promise<MadeLists> {
  const { archive, execution, attempt, head } = state;
  const ledger = new Ledger(head.counts, head.levels);
  const list = levelObject(execution.id, 0, attempt, '');
  const builder = new ListBuilder(archive, { level: 0, list });
  const seen = new Map<string, SeenRecord>();
  const skipped: Candidate[] = [];
  const known = await basePagesOf(state, workflow);
  const met = await seenSeeds(state, workflow);
  let deadSeeds = head.deadSeeds;
  let [rank = 0] = head.ranks;
  for (const [position, given] of workflow.seeds.entries()) {
    const url = seedUrl(given) as CrawlUrl;
    const depthLeft = seedDepth(given);
    const key = urlKey(url, workflow.key);
    if (seen.has(key) || met.has(key)) continue;
    const { reason, rule } = decide(url);
    seen.set(key, { key, level: 0, reason });
    ledger.discover(0);
    if (reason === null) {
      rank += 1;
      const page = known.get(key);
      const base = page === undefined ? {} : { base: basePageOf(page, url) };
      const left = depthLeft === undefined ? {} : { depthLeft };
      builder.add({ key, url, level: 0, rank, seed: true, ...left, ...base }, hostKeyOf(url));
      continue;
    }
    ledger.settle(0, { type: 'skipped', reason });
    const dead = { url, reason, detail: rule ?? '', rank: 0 };
    deadSeeds = withDeadSeed(deadSeeds ?? NO_DEAD_SEEDS, dead);
    skipped.push({ key, url, by: key, level: 0, rank: 0, position, reason, ...(rule !== undefined && { rule }) });
  }
  const records = [...seen.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const segments = await state.segments.append(head.seen, encodeSeen(records, execution.wave), {
    recordBytes: SEEN_RECORD_BYTES,
  });
  const made = await builder.finish();
  const object = skipped.length === 0 ? null : levelObject(execution.id, 0, attempt, 'skipped.jsonl');
  skipped.sort((a, b) => (a.key < b.key ? -1 : 1));
  if (object !== null) await archive.put(object, linesOf(skipped));
  const { list: prefix = null, tasks = 0 } = made ?? {};
  const { counts, levels } = ledger;
  return {
    lists: made === null ? [] : [made],
    change: {
      merged: [{ level: 0, list: prefix, tasks, skipped: object, skippedRows: skipped.length }],
      head: { deadSeeds, ranks: [rank, ...head.ranks.slice(1)], seen: segments, counts, levels },
    },
  };
}

const seedKeys = ({ seeds, key }: Workflow): string[] =>
  [...new Set(seedUrls(seeds).map((text) => urlKey(text as CrawlUrl, key) as string))].sort();

/** Keys of seeds that the collection knows. */
async function seenSeeds(
  { segments, head }: Attempt & Pick<CrawlState, 'head'>,
  workflow: Workflow,
): Promise<ReadonlySet<string>> {
  if (head.seen.length === 0) return new Set();
  const keys = seedKeys(workflow);
  const found = await segments.lookup(head.seen, keys);
  return new Set([...found.keys()].map((place) => keys[place] ?? ''));
}

/** Pages of the seeds that the base knows, by key. */
async function basePagesOf(
  state: Pick<CrawlState, 'archive' | 'head'>,
  workflow: Workflow,
): Promise<ReadonlyMap<string, PageValidators>> {
  const base = basePages(state);
  if (base === null) return new Map();
  const found = await base.lookup(seedKeys(workflow));
  return new Map([...found.values()].map((page) => [page.key, page]));
}
