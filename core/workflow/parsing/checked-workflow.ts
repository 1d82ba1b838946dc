import { faultError, formatPath, valueAt, type WorkflowFault } from '#core/faults/workflow-fault.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { type Seed, seedOfText, seedUrl } from '#core/url/seed/seed.ts';
import { ruleFaults, type SelectionFaults } from '#core/workflow/parsing/field-rules.ts';
import { schemaFaults } from '#core/workflow/parsing/schema-faults.ts';
import { withPreset } from '#core/workflow/presets.ts';
import { Workflow } from '#core/workflow/workflow.ts';

/**
 * The workflow of plain data, by all rules.
 * @param selectionFaults finds the faults of a selection policy
 * @throws SurfError as `checkWorkflow` does
 */
export function checkedWorkflow(value: unknown, selectionFaults: SelectionFaults): Workflow {
  const document = withSeeds(value);
  const checked = Workflow.safeParse(withImplied(withPreset(document)));
  const [first, ...others] = inOrder([
    ...ruleFaults(document, selectionFaults),
    ...schemaFaults(checked.error?.issues ?? [], document),
  ]);
  if (first !== undefined) throw faultError([first, ...others]);
  const workflow = checked.data ?? Workflow.parse(document); // without faults there is data
  const { seeds, sitemaps } = workflow;
  return {
    ...workflow,
    seeds: distinctSeeds(seeds),
    sitemaps: Array.isArray(sitemaps) ? distinct(sitemaps) : sitemaps,
  };
}

/**
 * `checkWorkflow` for a process that has just started: loads the checks of selectors and JSON
 * paths, a sixth of its modules, only for a workflow that has a selection policy.
 * @throws SurfError as `checkWorkflow` does
 */
export async function checkFirstWorkflow(value: unknown): Promise<Workflow> {
  if ((valueAt(value, ['selection']) ?? null) === null) return checkedWorkflow(value, () => []);
  const { selectionFaults } = await import('#core/selection/faults/selection-faults.ts');
  return checkedWorkflow(value, selectionFaults);
}

/** Seeds of flags and of the console's lines have their rules behind the address. */
function withSeeds(value: unknown): unknown {
  const seeds = valueAt(value, ['seeds']);
  return Array.isArray(seeds) ? { ...(value as object), seeds: seeds.map(seedOfText) } : value;
}

function withImplied(value: unknown): unknown {
  if (valueAt(value, ['order']) !== 'depth-first' || valueAt(value, ['parallelism']) !== undefined) return value;
  return { ...(value as object), parallelism: 1 };
}

/**
 * Faults in the order of the schema's fields, unknown fields first, as they cause others. One fault
 * for each place.
 */
function inOrder(faults: readonly WorkflowFault[]): WorkflowFault[] {
  const names = Object.keys(Workflow.shape);
  const place = ({ code, path }: WorkflowFault) => (code === 'FIELD_UNKNOWN' ? -1 : names.indexOf(String(path[0])));
  const distinctPlaces = new Map<string, WorkflowFault>();
  for (const fault of faults) {
    const path = formatPath(fault.path);
    if (!distinctPlaces.has(path)) distinctPlaces.set(path, fault);
  }
  return [...distinctPlaces.values()].sort((a, b) => place(a) - place(b));
}

/** The first seed of each address, written as text if it has no rules. */
function distinctSeeds(seeds: readonly Seed[]): Seed[] {
  const byUrl = new Map<string, Seed>();
  for (const seed of seeds) {
    const url = parseCrawlUrl(seedUrl(seed)) ?? seedUrl(seed);
    if (byUrl.has(url)) continue;
    const hasRules = typeof seed !== 'string' && (seed.depth ?? seed.period) !== undefined;
    byUrl.set(url, hasRules ? { ...seed, url } : url);
  }
  return [...byUrl.values()];
}

const distinct = (urls: readonly string[]): string[] => [
  ...new Set(urls.map((url): string => parseCrawlUrl(url) ?? url)),
];
