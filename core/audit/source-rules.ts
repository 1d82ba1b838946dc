import { type AuditedUrl, isIndexable, type Source, wasRequested } from '#core/audit/audited-url.ts';
import type { Issue } from '#core/audit/issue.ts';
import type { IssueCode } from '#core/audit/issue-kinds.ts';
import type { FailReason } from '#core/model/outcome.ts';

/** Failures that a visitor meets, too: not those that Surf or a bot wall causes. */
const GONE: ReadonlySet<FailReason> = new Set(['dns', 'connect', 'tls', 'timeout', 'reset', 'protocol', 'http-4xx']);
/** The page may be there for others. LinkedIn refuses programs with 999. */
const REFUSED = new Set([401, 403, 407, 429, 451, 999]);

/** Language versions of a URL, by sitemaps, that are remembered. */
export const MOST_VERSIONS = 1_000;

const NONE: ReadonlySet<string> = new Set();

/** Reason why a link to the URL leads nowhere; null if it leads somewhere, or nobody can say. */
export function faultOf({ outcome, status }: Pick<AuditedUrl, 'outcome' | 'status'>): 'broken' | 'server' | null {
  if (outcome.type !== 'failed' || (status !== null && REFUSED.has(status))) return null;
  if (outcome.reason === 'http-5xx') return 'server';
  if (!GONE.has(outcome.reason)) return null;
  return 'broken';
}

/**
 * Does an answer tell how links to the URL end? False where nothing requested it, and where it
 * failed in a way that is not a fault of the site.
 */
export const isAnswered = (target: AuditedUrl): boolean =>
  target.dead !== undefined || (wasRequested(target) && (target.outcome.type !== 'failed' || faultOf(target) !== null));

/** Do links to the URL, or redirects, end well there? */
export const answersWell = (target: AuditedUrl): boolean =>
  isAnswered(target) && faultOf(target) === null && typeof target.dead !== 'string';

/**
 * Issues of a URL that one of its sources shows.
 * @param versions keys of its language versions that sitemaps name
 */
export function sourceIssues(target: AuditedUrl, source: Source, versions: ReadonlySet<string> = NONE): Issue[] {
  const { from, how } = source;
  const text = how === 'link' ? source.text : null;
  const found = [linkFault(target, source), namedFault(target, source, versions)].filter((one) => one !== null);
  const issues = found.map(([code, detail]): Issue => ({ code, url: target.url, detail, from, text }));
  return how === 'canonical' ? [...issues, ...canonicalIssues(target, from)] : issues;
}

/** Issues of a source that names a URL of which the crawl knows no answer. */
export const unknownIssues = (url: string, { how, from }: Pick<Source, 'how' | 'from'>): Issue[] =>
  how === 'canonical' ? [canonicalIssue('canonical-unknown', from, `${url} was not crawled`)] : [];

function canonicalIssues(target: AuditedUrl, from: string): Issue[] {
  const why = whyNotCanonical(target);
  if (why !== null) return [canonicalIssue('canonical-target', from, `${target.url} ${why}`)];
  const { outcome, url, dead } = target;
  const unknown = (what: string): Issue[] => [canonicalIssue('canonical-unknown', from, `${url} ${what}`)];
  if (outcome.type === 'failed') return unknown(`gave no page: ${detailOf(target)}`);
  if (outcome.type !== 'skipped' || dead !== undefined || wasRequested(target)) return [];
  return unknown(`was not requested: ${outcome.reason}`);
}

const canonicalIssue = (code: IssueCode, url: string, detail: string): Issue => ({
  code,
  url,
  detail,
  from: null,
  text: null,
});

type Found = readonly [code: IssueCode, detail: string] | null;

function linkFault(target: AuditedUrl, { how, from }: Source): Found {
  if (how === 'canonical') return null; // canonical-target says it
  if (target.dead !== undefined) return target.dead === null ? null : ['broken-external-link', target.dead];
  const fault = faultOf(target);
  if (fault === null) return null;
  if (fault === 'server') return ['server-error', detailOf(target)];
  return [isInternal(from, target.url) ? 'broken-internal-link' : 'broken-external-link', detailOf(target)];
}

function namedFault(target: AuditedUrl, { how, fromKey, sitemap }: Source, versions: ReadonlySet<string>): Found {
  if (how === 'sitemap') return target.page !== null && target.noindex ? ['noindex-in-sitemap', 'noindex'] : null;
  if (how !== 'alternate' || target.page === null) return null;
  const answers = versions.has(fromKey) || target.page.alternates.some(({ key }) => key === fromKey);
  if (answers) return null;
  return ['hreflang-no-return', sitemap === undefined ? 'no return' : `no return: ${sitemap} names it`];
}

function whyNotCanonical(target: AuditedUrl): string | null {
  const { outcome, noindex, page } = target;
  if (faultOf(target) !== null) return `answers ${detailOf(target)}`;
  if (typeof target.dead === 'string') return `answers ${target.dead}`;
  if (outcome.type === 'redirected') return 'redirects';
  if (page === null) return null;
  if (page.movesTo !== null) return 'redirects';
  if (noindex) return 'has noindex';
  return isIndexable(target) ? null : `names ${page.canonicals[0]?.url}`;
}

const detailOf = ({ status, outcome }: AuditedUrl): string =>
  status !== null ? String(status) : outcome.type === 'failed' ? outcome.reason : outcome.type;

/** Do both addresses have one host and port? */
export const isInternal = (from: string, to: string): boolean => hostOf(from) === hostOf(to);

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';
