import { type AuditedUrl, isIndexable, type Source } from '#core/audit/audited-url.ts';
import type { Issue } from '#core/audit/issue.ts';
import { AUDIT_LIMITS } from '#core/audit/issue-kinds.ts';
import { pageIssues } from '#core/audit/page-rules.ts';
import {
  answersWell,
  faultOf,
  isAnswered,
  isInternal,
  MOST_VERSIONS,
  sourceIssues,
  unknownIssues,
} from '#core/audit/source-rules.ts';
import type { LineList, LineSorter } from '#core/export/scratch.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { auditedUrls, type NamingUrl } from '#engine/audit/audited-urls.ts';
import { type CountedIssues, IssueSorter } from '#engine/audit/issue-sorter.ts';
import { nearIssues, OtherPages } from '#engine/audit/near-texts.ts';
import { RedirectChains, type RedirectFault } from '#engine/audit/redirect-chains.ts';
import { SameTexts } from '#engine/audit/same-texts.ts';
import { asciiJson } from '#engine/export/job/counted-text.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';

/**
 * An address that a page or sitemap names and whose answer Surf does not know: Surf did not request
 * it, it refused Surf, or it redirects to such an address.
 */
export interface UnjudgedLink {
  readonly url: string;
  readonly from: string;
}

export interface Audit extends CountedIssues {
  /** HTML pages that were read. */
  readonly pages: number;
  /** Linked URLs of other hosts that neither the crawl nor a check of external links requested. */
  readonly notJudged: number;
  /** To be read once, as JSON of an `UnjudgedLink`. Empty unless `notesUnjudged`. */
  readonly unjudged: LineList;
  /** Addresses of pages and sitemaps that were read. To be read once, as JSON strings. */
  readonly read: LineList;
}

/**
 * Marks of the lines of a URL, in the order of the sort: its outcome, the result of a check of
 * external links, the fault of its redirect, sitemaps that name its language versions, pages that
 * name it as their canonical, sources on its host, links from other hosts.
 */
const [URL_ITSELF, CHECKED, REDIRECT, VERSIONS, CANONICAL, NAMED, LINKED_AWAY] = ['0', '1', '2', '3', '4', '5', '6'];
/** Hosts with a sitemap that are remembered. */
const MOST_HOSTS = 100_000;

export interface AuditOptions {
  /** Looks for near duplicates, which takes ten times as long as all else. @default true */
  readonly comparesTexts?: boolean;
  /** Notes what it could not judge, for a comparison with an earlier audit. @default false */
  readonly notesUnjudged?: boolean;
}

/**
 * Finds the issues of an execution by an external sort of what each URL is and of what names it:
 * memory does not grow with the crawl.
 */
export async function auditExecution(
  job: ExportJob,
  { comparesTexts = true, notesUnjudged = false }: AuditOptions = {},
): Promise<Audit> {
  const { scratch } = job;
  const issues = new IssueSorter(scratch);
  const chains = new RedirectChains(scratch);
  const texts = new SameTexts(scratch);
  const byKey = scratch.sorter();
  const read = scratch.list();
  const hosts = new Set<string>();
  const others = new OtherPages();
  let pages = 0;
  for await (const { audited, url, names } of auditedUrls(await job.supply.kept(job.id), job.id)) {
    await byKey.add(linesOf(audited, { names, notesUnjudged }));
    if (audited === null || audited.page !== null) await read.add([asciiJson(url)]);
    if (audited === null) {
      for (const { url: listed, source } of names)
        if (source.how === 'sitemap' && hosts.size < MOST_HOSTS) hosts.add(hostOf(listed));
      continue;
    }
    pages += audited.page === null ? 0 : 1;
    await issues.add(pageIssues(audited, AUDIT_LIMITS));
    await texts.add(audited);
    others.add(audited);
    const target = audited.outcome.type === 'redirected' ? names[0] : audited.page?.movesTo;
    if (target !== undefined && target !== null) await chains.add(audited, target);
    else if (notesUnjudged && answersWell(audited)) await chains.addEnd(audited);
  }
  for await (const target of checkedTargets(job)) {
    await byKey.add([`${target.key}\t${CHECKED}\t${asciiJson(target)}`]);
    if (notesUnjudged && answersWell(target)) await chains.addEnd(target);
  }
  for await (const fault of chains.faults()) await byKey.add([`${fault.key}\t${REDIRECT}\t${asciiJson(fault)}`]);
  const unjudged = scratch.list();
  const notJudged = await judgeGroups(byKey, { issues, hosts, unjudged: notesUnjudged ? unjudged : null });
  for await (const issue of texts.issues()) await issues.add([issue]);
  if (comparesTexts) for await (const issue of nearIssues(job, others)) await issues.add([issue]);
  return { ...(await issues.counted()), pages, notJudged, unjudged, read };
}

/** @param notesUnjudged each source has the address that it names; else only those of `NAMING` */
function linesOf(
  audited: AuditedUrl | null,
  { names, notesUnjudged }: Pick<NamingUrl, 'names'> & { readonly notesUnjudged: boolean },
): string[] {
  const named = names.map(({ key, url, source }) => {
    const mark = markOf(url, source);
    return `${key}\t${mark}\t${asciiJson(notesUnjudged || NAMING.has(mark) ? { ...source, to: url } : source)}`;
  });
  if (audited === null) return named;
  const { outcome, key } = audited;
  if (outcome.type === 'duplicate') named.push(`${outcome.of}\t${NAMED}\t${asciiJson({ copy: audited.url })}`);
  return [`${key}\t${URL_ITSELF}\t${asciiJson(audited)}`, ...named];
}

function markOf(url: string, { how, from, versions }: Source): string {
  if (versions !== undefined) return VERSIONS;
  if (how === 'canonical') return CANONICAL;
  return how === 'link' && !isInternal(from, url) ? LINKED_AWAY : NAMED;
}

const SOURCES: ReadonlySet<string | undefined> = new Set([VERSIONS, CANONICAL, NAMED, LINKED_AWAY]);

/** Marks of the lines that always have the address that they name. */
const NAMING: ReadonlySet<string> = new Set([CANONICAL, LINKED_AWAY]);

type Copy = { readonly copy: string };
type Line = Source | Copy;
/** A source with the address that it names. */
type NamingLine = Source & { readonly to: string };

/** External links that a check requested; the crawl itself requested none of them. */
async function* checkedTargets({ supply, id }: ExportJob): AsyncGenerator<AuditedUrl> {
  const keys = new Canonicalizer((await supply.definition(id)).key);
  for await (const { url, dead } of supply.checkedLinks(id)) {
    yield {
      key: urlKeyOf(keys.form(url as CrawlUrl)),
      url,
      outcome: { type: 'skipped', reason: 'outside-scope' },
      status: null,
      level: 0,
      isSeed: false,
      answerMs: null,
      noindex: false,
      page: null,
      dead,
    };
  }
}

/**
 * Judges each URL with all its sources, one source in memory at a time.
 * @returns number of linked URLs of other hosts that nothing requested
 */
async function judgeGroups(
  byKey: LineSorter,
  {
    issues,
    hosts,
    unjudged,
  }: { readonly issues: IssueSorter; readonly hosts: ReadonlySet<string>; readonly unjudged: LineList | null },
): Promise<number> {
  let key: string | undefined;
  let notJudged: string | null = null;
  let count = 0;
  let group: Group | null = null;
  for await (const line of sortedLines(byKey)) {
    const [of = '', mark, json = ''] = line.split('\t');
    if (of !== key) {
      if (group !== null) await issues.add(group.ended(hosts));
      key = of;
      group = mark === URL_ITSELF || mark === CHECKED ? new Group(JSON.parse(json) as AuditedUrl) : null; // others were never requested
    } else if (mark === REDIRECT) group?.redirects(JSON.parse(json) as RedirectFault);
    else if (SOURCES.has(mark) && group !== null) await issues.add(group.named(JSON.parse(json) as Line));
    if (group === null && mark === CANONICAL) {
      const { to, ...source } = JSON.parse(json) as NamingLine;
      await issues.add(unknownIssues(to, source));
    }
    if (unjudged !== null && SOURCES.has(mark) && group?.isAnswered !== true) {
      const line = JSON.parse(json) as NamingLine | Copy;
      if (!('copy' in line)) await unjudged.add([asciiJson(unjudgedLink(line, group))]);
    }
    if (group !== null || mark !== LINKED_AWAY || notJudged === of) continue;
    notJudged = of;
    count += 1;
  }
  if (group !== null) await issues.add(group.ended(hosts));
  return count;
}

const unjudgedLink = ({ to, from }: NamingLine, group: Group | null): UnjudgedLink => ({ url: group?.url ?? to, from });

/** A URL while its sources pass by. */
class Group {
  readonly #target: AuditedUrl;
  #sources = 0;
  /** Sources but redirects: what a visitor comes from. */
  #entries = 0;
  #redirect: Pick<Issue, 'code' | 'detail'> | null = null;
  /** Nobody can say where its redirects end. */
  #isOpen = false;
  /** Links and redirects from other pages. */
  #ways = 0;
  #sitemap: string | null = null;
  /** Its language versions, by sitemaps: they come before pages that name it as one. */
  readonly #versions = new Set<string>();

  constructor(target: AuditedUrl) {
    this.#target = target;
  }

  get url(): string {
    return this.#target.url;
  }

  /** False: nobody can say how it answers. */
  get isAnswered(): boolean {
    return isAnswered(this.#target) && !this.#isOpen;
  }

  redirects({ code, detail, isOpen }: RedirectFault): void {
    if (code !== null) this.#redirect = { code, detail };
    this.#isOpen = isOpen;
  }

  named(line: Line): Issue[] {
    const target = this.#target;
    if ('copy' in line) {
      return [{ code: 'exact-copy', url: line.copy, detail: `same bytes as ${target.url}`, from: null, text: null }];
    }
    this.#sources += 1;
    if (line.how !== 'redirect') this.#entries += 1;
    if (line.how === 'sitemap') this.#sitemap ??= line.from;
    if ((line.how === 'link' || line.how === 'redirect') && line.fromKey !== target.key) this.#ways += 1;
    for (const version of line.versions ?? []) if (this.#versions.size < MOST_VERSIONS) this.#versions.add(version);
    return [...this.#redirectIssues(line), ...sourceIssues(target, line, this.#versions)];
  }

  ended(hosts: ReadonlySet<string>): Issue[] {
    const target = this.#target;
    const { url, status } = target;
    if (faultOf(target) === 'server' && this.#sources === 0) {
      return [{ code: 'server-error', url, detail: String(status), from: null, text: null }];
    }
    const isOnlyEntry = this.#entries === 0 && (target.isSeed || this.#sources === 0);
    if (this.#redirect !== null) return isOnlyEntry ? this.#redirectIssues(null) : [];
    if (!isIndexable(target)) return [];
    if (this.#sitemap !== null && this.#ways === 0 && !target.isSeed) {
      return [{ code: 'orphan-page', url, detail: 'no link', from: this.#sitemap, text: null }];
    }
    const isMissing = this.#sitemap === null && hosts.has(hostOf(url));
    return isMissing ? [{ code: 'not-in-sitemap', url, detail: 'in no sitemap', from: null, text: null }] : [];
  }

  /** A redirect within a chain has no issue of the chain: the first redirect has it. */
  #redirectIssues(source: Source | null): Issue[] {
    if (this.#redirect === null || source?.how === 'redirect') return [];
    const { code, detail } = this.#redirect;
    const text = source?.how === 'link' ? source.text : null;
    return [{ code, url: this.#target.url, detail, from: source?.from ?? null, text }];
  }
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';
