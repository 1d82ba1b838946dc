import { type AuditedPage, type AuditedUrl, isIndexable } from '#core/audit/audited-url.ts';
import type { Issue } from '#core/audit/issue.ts';
import type { AuditLimits, IssueCode } from '#core/audit/issue-kinds.ts';
import { languageCodeFault } from '#core/audit/language-code.ts';

const MOST_DETAIL = 500;

type Found = readonly [code: IssueCode, detail: string];

/**
 * Issues that a page shows by itself. Titles, descriptions, headings and words are judged only of
 * pages that a search engine may list.
 */
export function pageIssues(audited: AuditedUrl, limits: AuditLimits): Issue[] {
  const { page, url } = audited;
  if (page === null) return [];
  const found = [
    ...loadingIssues(audited, page, limits),
    ...canonicalIssues(page),
    ...(isIndexable(audited) ? listedIssues(page, limits) : []),
  ];
  return found.map(([code, detail]) => ({ code, url, detail, from: null, text: null }));
}

function loadingIssues({ url, answerMs, level }: AuditedUrl, page: AuditedPage, limits: AuditLimits): Found[] {
  const found: Found[] = [];
  if (answerMs !== null && answerMs > limits.slowMs) found.push(['slow-page', `${(answerMs / 1000).toFixed(1)} s`]);
  if (level > limits.clicks) found.push(['deep-page', `${level} clicks`]);
  if (url.startsWith('https:') && page.insecure.count > 0) {
    found.push(['mixed-content', counted(page.insecure.count, 'file', page.insecure.first)]);
  }
  if (page.imagesWithoutAlt.count > 0) {
    found.push(['image-without-alt', counted(page.imagesWithoutAlt.count, 'image', page.imagesWithoutAlt.first)]);
  }
  return found;
}

function canonicalIssues({ canonicals, isOwnCanonical }: AuditedPage): Found[] {
  const all = [...(isOwnCanonical ? ['the page itself'] : []), ...canonicals.map(({ url }) => url)];
  return all.length < 2 ? [] : [['canonical-conflict', `${all.length} canonicals: ${all.join(', ')}`]];
}

const listedIssues = (page: AuditedPage, limits: AuditLimits): Found[] => [
  ...headIssues(page, limits),
  ...versionIssues(page),
  ...bodyIssues(page, limits),
];

function versionIssues({ alternates, languages, isOwnVersion }: AuditedPage): Found[] {
  const faults = languages.flatMap((code) => {
    const fault = languageCodeFault(code);
    return fault === null ? [] : [`"${code}": ${fault}`];
  });
  const found: Found[] = faults.length === 0 ? [] : [['hreflang-code', faults.join('; ').slice(0, MOST_DETAIL)]];
  if (alternates.length === 0 || isOwnVersion) return found;
  const named = alternates.map(({ url }) => url);
  return [...found, ['hreflang-no-self', counted(named.length, 'other version', named)]];
}

function headIssues({ title, description }: AuditedPage, limits: AuditLimits): Found[] {
  const found: Found[] = [];
  if (title === null) found.push(['missing-title', 'no title']);
  else if (lengthOf(title) > limits.title) found.push(['long-title', `${lengthOf(title)} characters`]);
  if (description === null) found.push(['missing-description', 'no description']);
  else if (lengthOf(description) > limits.description) {
    found.push(['long-description', `${lengthOf(description)} characters`]);
  }
  return found;
}

function bodyIssues({ headings, words }: AuditedPage, { leastWords }: AuditLimits): Found[] {
  const found: Found[] = [];
  if (headings === 0) found.push(['missing-h1', 'no h1']);
  else if (headings > 1) found.push(['several-h1', `${headings} h1`]);
  if (words < leastWords) found.push(['thin-page', words === 1 ? '1 word' : `${words} words`]);
  return found;
}

const lengthOf = (text: string): number => [...text].length;

const counted = (count: number, noun: string, first: readonly string[]): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}: ${first.join(' ')}`.slice(0, MOST_DETAIL);
