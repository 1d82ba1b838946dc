import { codeOf } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import { asksAlike } from '#core/fetch/headers/validators.ts';
import { Frontier } from '#core/frontier/frontier.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import { BaseLog, type KnownPages } from '#engine/verify/audit/base-log.ts';
import { sameJson } from '#engine/verify/audit/same-json.ts';
import { besideManifest } from '#engine/verify/checks/check-execution.ts';
import type { LoggedWave } from '#engine/verify/objects/read-manifests.ts';
import { replayCollection } from '#engine/verify/replay-collection.ts';

/**
 * The base as the execution's first frontier names it.
 * @returns undefined before the first commit; null when it cannot be read: a difference
 */
export async function openBase(
  audit: Audit,
  catalog: Pick<Catalog, 'execution' | 'workflow'>,
  waves: readonly LoggedWave[],
): Promise<KnownPages | null | undefined> {
  const { row, objects, differences, archive, workflow } = audit;
  const [first] = waves;
  if (row.base === undefined || first === undefined) return undefined;
  const key = besideManifest(first.key);
  const frontier = await objects.json(key, Frontier, 'frontier-missing');
  if (frontier === null) return null;
  try {
    const base = await catalog.execution(row.base);
    const { definition } = await catalog.workflow(base.workflowId, base.workflowVersion);
    const alike = asksAlike(workflow, definition);
    const expected = JSON.stringify([row.base, alike]);
    const found = JSON.stringify([frontier.base?.execution, frontier.base?.alike]);
    differences.compare('frontier-state', `${key} base`, { expected, found });
    const manifest = frontier.base?.manifest ?? null;
    const isTick = continues(workflow, definition);
    const log = await BaseLog.read({ archive, row: base, manifest, differences, alike: alike || isTick });
    if (!isTick || log === null) return log;
    return await replayCollection(audit, { key, frontier, log, base, alike });
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EXECUTION_NOT_FOUND' && code !== 'WORKFLOW_NOT_FOUND') throw error;
    differences.add('base-missing', `execution ${row.base}`, { expected: 'the base', found: 'none' });
    return null;
  }
}

/** Do both belong to one collection? Not with other keys, and not where seeds have other depths. */
const continues = (own: Workflow, base: Workflow): boolean =>
  [own, base].every(({ revisit }) => revisit.policy !== 'off') &&
  sameJson(own.key, base.key) &&
  sameJson(depths(own), depths(base));

const depths = ({ seeds }: Workflow): [string, number][] => {
  const own = seeds.flatMap((seed): [string, number][] =>
    typeof seed === 'string' || seed.depth === undefined ? [] : [[seed.url, seed.depth]],
  );
  return own.sort(([a], [b]) => (a < b ? -1 : 1));
};
