import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import { drawnLinks } from '#core/sample/random-steps.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/**
 * The links of one page by place, beside the best of the unit: of a redirect's target, whose rank
 * can still be lowered, and of each page of a sample. Null: those of the unit are enough.
 */
export type LinksOfPage = Map<number, Candidate> | null;

export const linksOfPage = ({ hop }: PlanTask, { order }: Pick<Workflow, 'order'>): LinksOfPage =>
  hop === undefined && order !== 'sample' ? null : new Map();

/**
 * Those that are written. The walks of a sample may follow what is admitted; refused links of seeds
 * are judged again, as redirects of seeds widen the scope.
 */
export function writtenLinks(
  { key, level }: PlanTask,
  links: LinksOfPage,
  { order, sample }: Pick<Workflow, 'order' | 'sample'>,
): Candidate[] {
  const lines = [...(links?.values() ?? [])];
  if (order !== 'sample') return lines;
  const admitted = lines.filter(({ reason }) => reason === null);
  const refused = level > 0 ? [] : lines.filter(({ reason }) => reason !== null);
  return [admitted, refused].flatMap((some) => drawnLinks(sample.randomSeed, key, some));
}
