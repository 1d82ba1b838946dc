import type { GroupBy } from '#core/audit/group-by.ts';
import { type DuplicateReport, duplicateReport } from '#engine/duplicates/duplicate-report.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import { type NamedReport, namedReport } from '#engine/named-groups/named-report.ts';

export type NamedGroups = NamedReport & Pick<DuplicateReport, 'close'>;
export type GroupReport = DuplicateReport | NamedGroups;

export interface GroupQuestion {
  readonly by: GroupBy;
  /** By text only, as `earlier`. */
  readonly threshold: number;
  readonly earlier: ExportJob | null;
}

/** @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT */
export async function groupReport(job: ExportJob, { by, threshold, earlier }: GroupQuestion): Promise<GroupReport> {
  if (by === 'text') return await duplicateReport(job, threshold, { earlier });
  return { ...(await namedReport(job, by)), close: async () => {} };
}
