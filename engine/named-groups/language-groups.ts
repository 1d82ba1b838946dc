import { type AuditedUrl, type Source, wasRequested } from '#core/audit/audited-url.ts';
import { AUDIT_LIMITS, type IssueCode } from '#core/audit/issue-kinds.ts';
import { pageIssues } from '#core/audit/page-rules.ts';
import { MOST_VERSIONS, sourceIssues } from '#core/audit/source-rules.ts';
import { PageGroups } from '#core/content/near/page-groups.ts';
import type { LineList, LineSorter } from '#core/export/scratch.ts';
import { auditedUrls, type NamedUrl } from '#engine/audit/audited-urls.ts';
import { asciiJson } from '#engine/export/job/counted-text.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';
import { type CountedGroups, MemberSorter, placeText } from '#engine/named-groups/member-sorter.ts';
import { type GroupIssue, groupIssue, type Member, MOST_ISSUES } from '#engine/named-groups/named-group.ts';

/**
 * Marks of the lines of an address, in the order of the sort: its outcome, entries of sitemaps that
 * have its versions, pages and entries that name it as a version.
 */
const [URL_ITSELF, LISTED, NAMED] = ['0', '1', '2'];

interface Requested {
  readonly place: number;
  readonly audited: AuditedUrl;
}

/** The source of a name: a page, or an entry of a sitemap. */
interface Naming {
  /** Of an entry: negative. */
  readonly place: number;
  /** The address, as it is named. */
  readonly to: string;
  readonly source: Source;
}

/**
 * Groups of pages that are linked as language versions, in their heads, in `Link` headers or in
 * sitemaps. Each address has a place, and each entry of a sitemap that names versions, too: what
 * names and what is named are of one group. 8 bytes of memory for each place.
 */
export async function languageGroups(job: ExportJob): Promise<CountedGroups & { readonly pages: number }> {
  const byKey = job.scratch.sorter();
  let [places, entries, pages] = [0, 0, 0];
  for await (const { audited, names } of auditedUrls(await job.supply.kept(job.id), job.id)) {
    if (audited === null) {
      entries = await addEntries(byKey, names, entries);
      continue;
    }
    if (audited.page !== null) pages += 1;
    await byKey.add([`${audited.key}\t${URL_ITSELF}\t${asciiJson({ place: places, audited })}`]);
    await byKey.add(names.flatMap((named) => namingLines(named, places)));
    places += 1;
  }
  return { ...(await joined(job, byKey, { places, entries })), pages };
}

/** An entry comes before its versions. @returns number of entries so far */
async function addEntries(byKey: LineSorter, names: readonly NamedUrl[], before: number): Promise<number> {
  let entries = before;
  for (const named of names) {
    if (named.source.versions !== undefined) entries += 1;
    await byKey.add(namingLines(named, -entries));
  }
  return entries;
}

function namingLines({ key, url: to, source }: NamedUrl, place: number): string[] {
  const isEntry = source.versions !== undefined;
  if (!isEntry && source.how !== 'alternate') return [];
  return [`${key}\t${isEntry ? LISTED : NAMED}\t${placeText(place)}\t${asciiJson({ place, to, source })}`];
}

async function joined(
  { scratch }: ExportJob,
  byKey: LineSorter,
  { places, entries }: { readonly places: number; readonly entries: number },
): Promise<CountedGroups> {
  const nodes = scratch.list();
  const edges = scratch.list();
  const count = await resolved(byKey, { nodes, edges, places });
  const groups = new PageGroups(count + entries); // an entry leads no group: it comes behind the addresses
  for await (const edge of edges.lines()) {
    const [from = 0, to = 0] = edge.split(' ').map(Number);
    groups.join(from < 0 ? count - from - 1 : from, to);
  }
  const members = new MemberSorter(scratch);
  for await (const line of nodes.lines()) {
    const { place, ...member } = JSON.parse(line) as Node;
    await members.add(member, { group: placeText(groups.firstOf(place)), at: place });
  }
  return await members.counted();
}

interface Node extends Member {
  readonly place: number;
}

interface Resolved {
  readonly nodes: LineList;
  /** Places of the naming address and of the named one. */
  readonly edges: LineList;
  /** The first free place: for addresses that the crawl did not request. */
  readonly places: number;
}

/** Gives each address that names or is named its place. @returns the number of places */
async function resolved(byKey: LineSorter, { nodes, edges, places }: Resolved): Promise<number> {
  let count = places;
  let node: Named | null = null;
  let key: string | undefined;
  const put = async (): Promise<void> => {
    if (node?.isNode) await nodes.add([asciiJson(node.member())]);
  };
  for await (const line of sortedLines(byKey)) {
    const [of = '', mark, ...rest] = line.split('\t');
    const json = rest.at(-1) ?? '';
    if (of !== key) {
      await put();
      key = of;
      node =
        mark === URL_ITSELF ? new Named(JSON.parse(json) as Requested) : new Named({ place: count++, audited: null });
    }
    if (mark === URL_ITSELF || node === null) continue;
    const naming = JSON.parse(json) as Naming;
    node.add(naming);
    await edges.add([`${naming.place} ${node.place}`]);
  }
  await put();
  return count;
}

/** An address while what names it passes by. */
class Named {
  readonly place: number;
  readonly #audited: AuditedUrl | null;
  readonly #issues: GroupIssue[];
  /** Its language versions, by sitemaps. */
  readonly #versions = new Set<string>();
  #url: string | null = null;
  #language: string | null = null;
  #isNamed = false;

  constructor({ place, audited }: { readonly place: number; readonly audited: AuditedUrl | null }) {
    this.place = place;
    this.#audited = audited;
    this.#url = audited?.url ?? null;
    this.#issues = audited === null ? [] : ownIssues(audited);
  }

  /** It is named, or names others. */
  get isNode(): boolean {
    return this.#isNamed || (this.#audited?.page?.alternates.length ?? 0) > 0;
  }

  add({ to, source }: Naming): void {
    this.#isNamed = true;
    this.#url ??= to;
    for (const version of source.versions ?? []) if (this.#versions.size < MOST_VERSIONS) this.#versions.add(version);
    this.#language ??= source.text;
    if (source.how !== 'alternate' || this.#audited === null || this.#issues.length >= MOST_ISSUES) return;
    const left = MOST_ISSUES - this.#issues.length;
    this.#issues.push(...sourceIssues(this.#audited, source, this.#versions).map(groupIssue).slice(0, left));
  }

  member(): Node {
    return {
      place: this.place,
      url: this.#url ?? '',
      crawled: this.#audited !== null && wasRequested(this.#audited),
      language: this.#language,
      issues: this.#issues,
    };
  }
}

/** Issues of language versions that a page shows by itself. */
const OWN_ISSUES: ReadonlySet<IssueCode> = new Set(['hreflang-code', 'hreflang-no-self']);

const ownIssues = (audited: AuditedUrl): GroupIssue[] =>
  pageIssues(audited, AUDIT_LIMITS)
    .filter(({ code }) => OWN_ISSUES.has(code))
    .map(groupIssue);
