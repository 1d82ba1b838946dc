import type { Archive } from '#core/archive/archive.ts';
import type { Explanation } from '#core/execution/explanation.ts';
import { BarrenGroups } from '#core/frontier/barren/barren-group.ts';
import { BarrenTracker } from '#core/frontier/barren/barren-tracker.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { Verdict } from '#core/model/outcome.ts';
import { barrenRule, trapGroups } from '#core/scope/traps/trap-groups.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';

async function readGroups(archive: Archive, head: Frontier | null): Promise<BarrenGroups['groups']> {
  if (typeof head?.barren !== 'string') return [];
  return BarrenGroups.parse(await readJson<BarrenGroups>(archive, head.barren, 'groups')).groups;
}

/**
 * Evidence of a refusal by `no-new-content`: the group, how many of its pages in a row had brought
 * nothing, and addresses of its last ones, as the group is known now. Reads one object.
 */
export async function trapEvidence(
  archive: Archive,
  head: Frontier | null,
  refused: { readonly url: string; readonly rule: string | null },
): Promise<Explanation['trap']> {
  const [, pages] = /^no-new-content (\d+): /.exec(refused.rule ?? '') ?? [];
  if (pages === undefined) return null;
  const group = trapGroups(refused.url as CrawlUrl).find((each) => barrenRule(Number(pages), each) === refused.rule);
  if (group === undefined) return null;
  const known = (await readGroups(archive, head)).find((each) => each.group === group);
  return { group, pages: Number(pages), samples: [...(known?.samples ?? [])] };
}

/**
 * Verdict of `traps.barrenPages` on a link to an address now.
 * @returns null: it refuses nothing
 */
export async function barrenNow(
  archive: Archive,
  crawl: { readonly head: Frontier | null; readonly workflow: Workflow },
  url: CrawlUrl,
): Promise<Verdict | null> {
  const { barrenPages } = crawl.workflow.traps;
  if (barrenPages === null) return null;
  const admission = new BarrenTracker(barrenPages, await readGroups(archive, crawl.head)).admit(url, false);
  return admission.type === 'refuse' ? { reason: 'trap', rule: admission.rule } : null;
}
