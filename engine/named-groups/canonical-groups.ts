import { type AuditedUrl, type Source, wasRequested } from '#core/audit/audited-url.ts';
import { AUDIT_LIMITS } from '#core/audit/issue-kinds.ts';
import { pageIssues } from '#core/audit/page-rules.ts';
import { sourceIssues, unknownIssues } from '#core/audit/source-rules.ts';
import type { LineSorter } from '#core/export/scratch.ts';
import { auditedUrls } from '#engine/audit/audited-urls.ts';
import { asciiJson } from '#engine/export/job/counted-text.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';
import { type CountedGroups, MemberSorter, placeText } from '#engine/named-groups/member-sorter.ts';
import { type GroupIssue, groupIssue } from '#engine/named-groups/named-group.ts';

/** Marks of the lines of an address, in the order of the sort: its outcome, pages that name it. */
const [URL_ITSELF, NAMED] = ['0', '1'];

interface Requested {
  readonly place: number;
  readonly audited: AuditedUrl;
}

/** A page that names another address as its canonical. */
interface Naming {
  readonly place: number;
  readonly source: Source;
  /** The address, as the page names it. */
  readonly to: string;
  /** Issues that the page has by itself. */
  readonly issues: readonly GroupIssue[];
}

/**
 * Groups of pages that name one address as their canonical; that address leads its group. Exact
 * copies are among them.
 */
export async function canonicalGroups(job: ExportJob): Promise<CountedGroups & { readonly pages: number }> {
  const byKey = job.scratch.sorter();
  let [place, pages] = [0, 0];
  for await (const { audited, names } of auditedUrls(await job.supply.kept(job.id), job.id, { readsCopies: true })) {
    if (audited === null) continue;
    place += 1;
    if (audited.page !== null) pages += 1;
    const issues = pageIssues(audited, AUDIT_LIMITS).filter(({ code }) => code === 'canonical-conflict');
    await byKey.add([`${audited.key}\t${URL_ITSELF}\t${asciiJson({ place, audited })}`]);
    for (const { key, url, source } of names) {
      if (source.how !== 'canonical') continue;
      const naming: Naming = { place, source, to: url, issues: issues.map(groupIssue) };
      await byKey.add([`${key}\t${NAMED}\t${placeText(place)}\t${asciiJson(naming)}`]);
    }
  }
  return { ...(await joined(byKey, new MemberSorter(job.scratch))), pages };
}

/** One page is in memory at a time. */
async function joined(byKey: LineSorter, members: MemberSorter): Promise<CountedGroups> {
  let key: string | undefined;
  let target: Requested | null = null;
  let group: string | null = null;
  for await (const line of sortedLines(byKey)) {
    const [of = '', mark, ...rest] = line.split('\t');
    const json = rest.at(-1) ?? '';
    if (of !== key) [key, target, group] = [of, null, null];
    if (mark === URL_ITSELF) {
      target = JSON.parse(json) as Requested;
      continue;
    }
    const naming = JSON.parse(json) as Naming;
    if (group === null) {
      group = `${placeText(target?.place ?? naming.place)} ${of}`;
      const url = target?.audited.url ?? naming.to;
      await members.add(
        { url, crawled: target !== null && wasRequested(target.audited), issues: [] },
        { group, at: 0 },
      );
    }
    await members.add(memberOf(naming, target), { group, at: naming.place });
  }
  return await members.counted();
}

function memberOf({ source, to, issues }: Naming, target: Requested | null) {
  const found = target === null ? unknownIssues(to, source) : sourceIssues(target.audited, source);
  return { url: source.from, crawled: true, issues: [...issues, ...found.map(groupIssue)] };
}
