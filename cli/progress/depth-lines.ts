import { count, counted } from '#cli/terminal/format.ts';
import type { ExecutionView } from '#engine/overview/describe-execution.ts';

type Limited = Pick<ExecutionView, 'execution' | 'status' | 'reason' | 'counts' | 'limits'>;

/**
 * The line about links beyond the depth limit, before the figures of the report: a list of pages
 * that is longer than the limit, of a shop for example, ends there. Lines about lost pages precede
 * it.
 */
export function depthLines({ execution, status, reason, counts, limits }: Limited): string[] {
  if (status !== 'limited' || reason !== 'depth' || counts.pending === 0) return [];
  const depth = limits.depth === null ? '' : ` of ${count(limits.depth)}`;
  return [
    `the depth limit${depth} left ${counted(counts.pending, 'link')} out: ` +
      `surf resume ${execution} --depth N follows ${counts.pending === 1 ? 'it' : 'them'}, --depth none all`,
  ];
}
