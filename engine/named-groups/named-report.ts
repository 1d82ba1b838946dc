import type { Naming } from '#core/audit/group-by.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import { canonicalGroups } from '#engine/named-groups/canonical-groups.ts';
import { languageGroups } from '#engine/named-groups/language-groups.ts';
import type { NamedLine, NamedSummary } from '#engine/named-groups/named-group.ts';

export interface NamedReport {
  readonly summary: NamedSummary;
  /** Lines by group, in the order of the crawl. Can be read once. */
  readonly lines: AsyncIterable<NamedLine>;
}

/**
 * Groups of pages by what they name, from the archive, without a request; judged as the audit does.
 * @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT
 */
export async function namedReport(job: ExportJob, by: Naming): Promise<NamedReport> {
  const found = by === 'canonical' ? await canonicalGroups(job) : await languageGroups(job);
  const { pages, groups, members, withIssues, lines } = found;
  return {
    summary: { type: 'summary', schema: 1, execution: job.id, by, pages, groups, members, withIssues },
    lines,
  };
}
