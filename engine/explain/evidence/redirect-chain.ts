import type { Archive } from '#core/archive/archive.ts';
import type { Explanation } from '#core/execution/explanation.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { OutcomeEvidence } from '#engine/explain/evidence/outcome-evidence.ts';
import { outcomeEvidence } from '#engine/explain/evidence/outcome-evidence.ts';
import type { SettledLookup } from '#engine/explain/lookup/settled-lookup.ts';

/** More than any chain of redirects may have. */
const MOST_HOPS = 25;

/** Redirects from a task on, to the last target; each with its outcome, if it has one. */
export async function redirectChain(
  { archive, settled }: { readonly archive: Archive; readonly settled: SettledLookup },
  from: TaskRow,
  evidence: OutcomeEvidence | null,
): Promise<Explanation['redirectsTo']> {
  const chain: Explanation['redirectsTo'] = [];
  const met = new Set<string>([from.key]);
  let last = from;
  while (last.outcome.type === 'redirected' && chain.length < MOST_HOPS) {
    const { to } = last.outcome;
    const target = await settled.get(to);
    if (target === null || met.has(to)) {
      const line = last === from ? evidence?.line : (await outcomeEvidence(archive, last))?.line;
      const loops = met.has(to) ? 'loop' : null;
      return [...chain, { url: target?.url ?? line?.target?.url ?? null, outcome: loops }];
    }
    met.add(to);
    chain.push({ url: target.url, outcome: wordOf(target) });
    last = target;
  }
  return chain;
}

const wordOf = ({ outcome }: TaskRow): string =>
  'reason' in outcome ? `${outcome.type}(${outcome.reason})` : outcome.type;
