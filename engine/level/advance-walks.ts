import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { HopLine } from '#core/archive/chunk/frontier-lines.ts';
import type { ScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { seedUrls } from '#core/url/seed/seed.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { CandidateSpill } from '#engine/frontier/candidates/candidate-spill.ts';
import type { CrawlState } from '#engine/frontier/crawl-state.ts';
import { readLines } from '#engine/frontier/lines/line-files.ts';
import type { KeptSegments } from '#engine/frontier/lines/segment-store.ts';
import type { MadeLists } from '#engine/frontier/next-state.ts';
import { readWalks } from '#engine/frontier/read-walks.ts';
import { mergeLevel } from '#engine/level/merge-level.ts';
import { sampleLinks } from '#engine/level/sample/sample-links.ts';
import { Walking } from '#engine/level/sample/walking.ts';

/**
 * Takes the walks of a sample on, all by one step at once, until a step leads to a page that was
 * never requested: such pages are the next level, in the order of the walks. Called when nothing is
 * pending; `engine/verify/tasks/replay-walks.ts` does the same with maps.
 */
export async function advanceWalks(
  state: CrawlState,
  workflow: Workflow,
  { scopeFilter, listTasks }: { scopeFilter: ScopeFilter; listTasks: number | undefined },
): Promise<MadeLists> {
  const { archive, head, segments, name } = state;
  const obey = workflow.links.nofollow === 'obey';
  const links = await sampleLinks(archive, head.candidates, ({ url, level, reason, nofollow, offTopic }) =>
    level > 0
      ? reason
      : scopeFilter.decide(url as CrawlUrl, {
          nofollow: obey && (reason === 'nofollow' || nofollow === true),
          offTopic,
          seed: false,
        }).reason,
  );
  const hops = new Map<string, string>();
  for (const file of head.hops ?? []) {
    for (const { from, to } of await readLines<HopLine>(archive, file)) hops.set(from, to);
  }
  const keys = new Canonicalizer(workflow.key);
  const seeds = new Set(seedUrls(workflow.seeds).map((url): string => urlKeyOf(keys.form(url as CrawlUrl))));
  const { sample } = workflow;
  const walking = new Walking(await readWalks(archive, head), { sample, seeds: [...seeds], links, hops });
  const kept: KeptSegments = new Map();
  let found: Candidate[] = [];
  while (!walking.done && found.length === 0) {
    const chosen = walking.step().sort((a, b) => (a.key < b.key ? -1 : 1));
    const keys = chosen.map(({ key }) => key);
    const known = await segments.lookup(head.seen, keys, { kept });
    found = chosen.filter((_, i) => !known.has(i));
  }
  const walks = { object: name(`walks-${walking.steps}.json`), step: walking.steps, done: walking.done };
  await archive.put(walks.object, [Buffer.from(JSON.stringify(walking.state))]);
  if (found.length === 0) return { lists: [], change: { head: { walks } } };
  const runs = new CandidateSpill(archive, () => name(`walked-${walking.steps}.bin`));
  for (const candidate of found) await runs.add(candidate);
  const merged = await mergeLevel(
    { ...state, head: { ...head, candidates: await runs.finish(), redirects: [] } },
    { rejudge: null, pagesPerPattern: workflow.traps.pagesPerPattern, listTasks },
  );
  const { change } = merged;
  return { ...merged, change: { ...change, head: { ...change.head, candidates: head.candidates, walks } } };
}
