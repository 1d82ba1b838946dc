import { type AuditedUrl, isIndexable } from '#core/audit/audited-url.ts';
import type { Issue } from '#core/audit/issue.ts';
import { similarityText, USUAL_THRESHOLD } from '#core/content/near/threshold.ts';
import { type DuplicateLine, duplicateReport } from '#engine/duplicates/duplicate-report.ts';
import { MOST_PAGES } from '#engine/duplicates/near-duplicates.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';

/** HTML pages that no search engine lists; the first million are remembered. */
export class OtherPages {
  readonly #urls = new Set<string>();

  add(audited: AuditedUrl): void {
    const isOther = audited.page !== null && !isIndexable(audited);
    if (isOther && this.#urls.size < MOST_PAGES) this.#urls.add(audited.url);
  }

  has(url: string): boolean {
    return this.#urls.has(url);
  }
}

/** Issues of each group: its first page names the second, and each other one names the first. */
export async function* nearIssues(job: ExportJob, others: OtherPages): AsyncGenerator<Issue> {
  const report = await duplicateReport(job, USUAL_THRESHOLD, { isWanted: (url) => !others.has(url) });
  try {
    let first: DuplicateLine | null = null;
    for await (const line of report.lines) {
      if (line.of === null) {
        first = line;
        continue;
      }
      if (first !== null) yield issueOf(first.url, { ...line, of: line.url });
      first = null;
      yield issueOf(line.url, line);
    }
  } finally {
    await report.close();
  }
}

const issueOf = (url: string, { group, similarity, of }: DuplicateLine): Issue => ({
  code: 'near-duplicate',
  url,
  detail: `group ${group}: ${similarityText(similarity)} as ${of}`,
  from: null,
  text: null,
});
