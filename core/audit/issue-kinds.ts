/** `error`: visitors or search engines meet it as a fault. `notice`: worth a look. */
export const SEVERITIES = ['error', 'warning', 'notice'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Is it as grave as `least`, or graver? */
export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);

/** One kind of issue: the command, the report, the API and docs/how-to/audit.md read this table. */
export interface IssueKind {
  readonly severity: Severity;
  /** Plural, as a heading. */
  readonly title: string;
  /** Remedy for an author or administrator. */
  readonly remedy: string;
  /** Other pages decide on it, too: only a crawl of all pages can tell that it is gone. */
  readonly comparesPages?: true;
}

/** All kinds, the gravest first. Codes are stable: programs match them. */
export const ISSUE_KINDS = {
  'server-error': {
    severity: 'error',
    title: 'Server errors',
    remedy: 'Find the fault in the log of the server: the URL answers 5xx.',
  },
  'broken-internal-link': {
    severity: 'error',
    title: 'Broken internal links',
    remedy: 'Correct the link on each source, or redirect the address to its successor.',
  },
  'redirect-loop': {
    severity: 'error',
    title: 'Redirect loops',
    remedy: 'Let one of these redirects lead to a page.',
  },
  'canonical-target': {
    severity: 'error',
    title: 'Canonicals that lead to no indexable page',
    remedy: 'Name a URL that answers 200, allows indexing and is its own canonical.',
  },
  'canonical-conflict': {
    severity: 'error',
    title: 'Several canonicals on one page',
    remedy: 'Keep one rel=canonical, in the head or in the Link header.',
  },
  'noindex-in-sitemap': {
    severity: 'error',
    title: 'Pages with noindex in a sitemap',
    remedy: 'Remove the page from the sitemap, or its noindex.',
  },
  'mixed-content': {
    severity: 'error',
    title: 'Insecure files on secure pages',
    remedy: 'Load the files with https: browsers block or warn of http on an https page.',
  },
  'missing-title': {
    severity: 'error',
    title: 'Pages without a title',
    remedy: 'Write a title element that says what the page is about.',
  },
  'broken-external-link': {
    severity: 'warning',
    title: 'Broken links to other hosts',
    remedy: 'Correct or remove the link on each source.',
  },
  'redirect-chain': {
    severity: 'warning',
    title: 'Redirect chains',
    remedy: 'Let the first URL redirect to the last one, and link to that.',
  },
  'duplicate-title': {
    severity: 'warning',
    title: 'Pages with the same title',
    remedy: 'Give each page a title of its subject, or name one page as the canonical of the others.',
    comparesPages: true,
  },
  'missing-description': {
    severity: 'warning',
    title: 'Pages without a description',
    remedy: 'Write a meta description: search engines show it below the title.',
  },
  'duplicate-description': {
    severity: 'warning',
    title: 'Pages with the same description',
    remedy: 'Describe each page in its head, or name one page as the canonical of the others.',
    comparesPages: true,
  },
  'missing-h1': {
    severity: 'warning',
    title: 'Pages without a main heading',
    remedy: 'Write one h1 with the subject of the page.',
  },
  'exact-copy': {
    severity: 'warning',
    title: 'Exact copies of other pages',
    remedy: 'Redirect the copy to the other page, or link to one of the two only.',
    comparesPages: true,
  },
  'near-duplicate': {
    severity: 'warning',
    title: 'Pages with nearly the same text',
    remedy: 'Join the pages, or name one page as the canonical of the others.',
    comparesPages: true,
  },
  'thin-page': {
    severity: 'warning',
    title: 'Pages with few words',
    remedy: 'Write more, join the page with another, or set noindex.',
  },
  'orphan-page': {
    severity: 'warning',
    title: 'Pages in a sitemap that no page links',
    remedy: 'Link the page from a page of its subject, or remove it from the sitemap.',
    comparesPages: true,
  },
  'hreflang-no-return': {
    severity: 'warning',
    title: 'Language versions that do not link back',
    remedy: 'Let both pages name each other with rel=alternate hreflang: search engines ignore one-sided links.',
    comparesPages: true,
  },
  'hreflang-code': {
    severity: 'warning',
    title: 'Language versions with an invalid code',
    remedy: 'Write a language, and a script and a region behind it if needed: en, en-GB, zh-Hant, or x-default.',
  },
  'image-without-alt': {
    severity: 'warning',
    title: 'Images without alternative text',
    remedy: 'Describe each image in its alt attribute; an empty alt says that the image is decoration.',
  },
  'slow-page': {
    severity: 'warning',
    title: 'Slow pages',
    remedy: 'Look at the server, its cache and the size of the page.',
  },
  'several-h1': {
    severity: 'notice',
    title: 'Pages with several main headings',
    remedy: 'Keep one h1; make the others h2.',
  },
  'hreflang-no-self': {
    severity: 'notice',
    title: 'Pages that are not among their own language versions',
    remedy: 'Let each page name itself, too: search engines expect the same list on all versions.',
  },
  'long-title': {
    severity: 'notice',
    title: 'Long titles',
    remedy: 'Shorten the title: search engines cut it.',
  },
  'long-description': {
    severity: 'notice',
    title: 'Long descriptions',
    remedy: 'Shorten the description: search engines cut it.',
  },
  'canonical-unknown': {
    severity: 'notice',
    title: 'Canonicals that the crawl did not read',
    remedy:
      'Crawl again with canonicals followed (--follow a --follow canonical) and the URL in scope: Surf judges it then.',
  },
  'not-in-sitemap': {
    severity: 'notice',
    title: 'Linked pages that no sitemap has',
    remedy: 'Add the page to the sitemap of its host.',
    comparesPages: true,
  },
  'deep-page': {
    severity: 'notice',
    title: 'Pages far from the start',
    remedy: 'Link the page from a page that is nearer to the seeds.',
    comparesPages: true,
  },
} as const satisfies Readonly<Record<string, IssueKind>>;

export type IssueCode = keyof typeof ISSUE_KINDS;
/** The kinds as a table in which each has the same fields. */
const KINDS: Readonly<Record<IssueCode, IssueKind>> = ISSUE_KINDS;

/** Do other pages decide on issues of this kind, too? */
export const comparesPages = (code: IssueCode): boolean => KINDS[code].comparesPages === true;

export const ISSUE_CODES = Object.keys(ISSUE_KINDS) as IssueCode[];

/** Thresholds at which a page has an issue. */
export interface AuditLimits {
  /** Characters. */
  readonly title: number;
  readonly description: number;
  /** Words of the body without navigation, header, footer and aside. */
  readonly leastWords: number;
  /** Time from the start of the request to the end of the answer. */
  readonly slowMs: number;
  /** Links between a seed and the page. */
  readonly clicks: number;
}

export const AUDIT_LIMITS: AuditLimits = { title: 60, description: 160, leastWords: 100, slowMs: 2_000, clicks: 5 };
