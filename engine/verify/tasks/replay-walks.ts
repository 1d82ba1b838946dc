import type { CandidateLine } from '#core/archive/chunk/chunk-lines.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { Walks } from '#core/frontier/walks.ts';
import { RandomSteps } from '#core/sample/random-steps.ts';
import { createScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { seedUrls } from '#core/url/seed/seed.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { MergedLevel } from '#engine/verify/audit/merged-level.ts';
import type { ReplayedWalks } from '#engine/verify/audit/replayed-walks.ts';
import { sameJson } from '#engine/verify/audit/same-json.ts';
import { mergeCandidates } from '#engine/verify/tasks/merge-candidates.ts';

/**
 * Takes the walks on as a commit says that it did, from the links and redirects of the log, until a
 * step leads to a page that the log did not have: what `engine/level/advance-walks.ts` does.
 * Compares where they are then.
 * @returns the pages that the steps lead to; null: the commit made no step
 */
export async function replayWalks(audit: Audit, frontier: Frontier | null): Promise<Map<number, MergedLevel> | null> {
  const { replay, workflow } = audit;
  const found = frontier?.walks;
  if (found === undefined) return null;
  const seeds = [...new Set(seedUrls(workflow.seeds).map((url): string => urlKey(url as CrawlUrl, workflow.key)))];
  const chance = new RandomSteps(workflow.sample, seeds);
  const walks = replay.walks ?? begun(workflow, chance);
  replay.walks = walks;
  if (walks.step === found.step && walks.done === found.done) return null;
  const links = linksOfPages(audit);
  let led: CandidateLine[] = [];
  while (!walks.done && led.length === 0) {
    led = stepOf(audit, { walks, chance, links }).filter(({ key }) => !replay.seen.has(key));
  }
  await compareWalks(audit, found, walks);
  return led.length === 0 ? new Map() : merged(audit, led);
}

const begun = ({ sample }: Workflow, chance: RandomSteps): ReplayedWalks => ({
  step: 0,
  at: Array.from({ length: sample.walks }, (_, walk) => chance.seedOf(walk, 0)),
  visits: new Map(),
  done: false,
});

/** The links stay for the steps to come. */
function merged(audit: Audit, led: readonly CandidateLine[]): Map<number, MergedLevel> {
  const { replay } = audit;
  const { candidates } = replay;
  replay.candidates = [new Map(led.map((line) => [line.key, line]))];
  replay.edges = [];
  const levels = mergeCandidates(audit, 'candidates');
  replay.candidates = candidates;
  return levels;
}

type PageLinks = ReadonlyMap<string, readonly CandidateLine[]>;

/** Admitted links of each page, each address once: where it is first. */
function linksOfPages({ replay, workflow, row }: Audit): PageLinks {
  const { allowPrivateNetwork } = row.settings;
  const scopeFilter = createScopeFilter(workflow, [...replay.scopeSeeds], { allowPrivateNetwork });
  const isAdmitted = ({ url, level, reason, nofollow, offTopic }: CandidateLine): boolean => {
    if (level > 0) return reason === null;
    const isNofollow = workflow.links.nofollow === 'obey' && (reason === 'nofollow' || nofollow === true);
    return scopeFilter.decide(url as CrawlUrl, { nofollow: isNofollow, offTopic, seed: false }).reason === null;
  };
  const first = new Map<string, CandidateLine>();
  for (const line of replay.candidates.flatMap((wave) => [...wave.values()])) {
    const place = `${line.by}/${line.key}`;
    const before = first.get(place);
    if (isAdmitted(line) && (before === undefined || line.position < before.position)) first.set(place, line);
  }
  return Map.groupBy(first.values(), ({ by }) => by);
}

/** @returns the links that the walks followed, of each address the first walk's */
function stepOf(
  audit: Audit,
  { walks, chance, links }: { walks: ReplayedWalks; chance: RandomSteps; links: PageLinks },
): CandidateLine[] {
  walks.at = walks.at.map((key) => endOf(audit, key));
  for (const key of walks.at) walks.visits.set(key, (walks.visits.get(key) ?? 0) + 1);
  if (walks.step === audit.workflow.sample.steps) {
    walks.done = true;
    return [];
  }
  walks.step += 1;
  const followed = new Map<string, CandidateLine>();
  for (const [walk, page] of walks.at.entries()) {
    const own = chance.jumps(walk, walks.step) ? [] : (links.get(page) ?? []);
    const link = chance.linkOf(walk, walks.step, own);
    walks.at[walk] = link?.key ?? chance.seedOf(walk, walks.step);
    if (link === null || followed.has(link.key)) continue;
    const { kind, key, url, by } = link;
    followed.set(key, { kind, key, url, by, level: walks.step - 1, rank: walk + 1, position: 0, reason: null });
  }
  return [...followed.values()];
}

/** Target of the page's redirect, or its own key. */
function endOf({ replay }: Audit, key: string): string {
  let end = key;
  for (let hop = 0; hop < 20; hop++) {
    const outcome = replay.tasks.get(end)?.settled?.outcome;
    if (outcome?.type !== 'redirected') return end;
    end = outcome.to;
  }
  return end;
}

async function compareWalks(
  { objects, differences }: Audit,
  { object, step, done }: NonNullable<Frontier['walks']>,
  walks: ReplayedWalks,
): Promise<void> {
  const table = await objects.json(object, Walks, 'walks');
  if (table === null) return;
  const expected = { step: walks.step, done: walks.done, at: walks.at };
  const found = { step: table.step, done, at: table.at };
  if (!sameJson(expected, found) || step !== walks.step) differences.add('walks', object, { expected, found });
  const visits = new Map(table.visits);
  for (const key of new Set([...walks.visits.keys(), ...visits.keys()])) {
    const counted = { expected: walks.visits.get(key) ?? 0, found: visits.get(key) ?? 0 };
    differences.compare('walks', `${object} page ${key}`, counted);
  }
}
