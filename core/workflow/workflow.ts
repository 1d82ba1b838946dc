import * as z from 'zod';
import { VisitWindow } from '#core/politeness/visit-window.ts';
import { SecretName } from '#core/secrets/secret-name.ts';
import { Selection } from '#core/selection/selection.ts';
import { MAX_HEADER_CHARACTERS } from '#core/workflow/header-text.ts';
import { Limits } from '#core/workflow/limits.ts';
import { PRESET_NAMES } from '#core/workflow/presets.ts';
import { Traps } from '#core/workflow/traps.ts';

/** Document sizes and counts that are refused above (semantics.md, "Limits"). */
export const MAX_SEEDS = 10_000;
export const MAX_DOCUMENT_BYTES = 256 * 1024;
export const MAX_EXPRESSION_BYTES = 1024;
export const MAX_URL_LENGTH = 8_192;
export const MAX_SITEMAPS = 500;

const patterns = z.array(z.string().min(1).max(MAX_EXPRESSION_BYTES)).max(1_000);

export const Scope = z.strictObject({
  mode: z
    .enum(['any', 'domain', 'host', 'path'])
    .default('host')
    .describe(
      "host: the seeds' hosts; domain: the longest common suffix of the seeds of a registrable domain; path: below the seeds' directories; any: everything.",
    ),
  urlSelector: z
    .string()
    .min(1)
    .max(MAX_EXPRESSION_BYTES)
    .nullable()
    .default(null)
    .describe('RE2 expression, unanchored, over the whole URL: only what it finds is followed. Seeds are exempt.'),
  include: patterns
    .default([])
    .describe(
      'Patterns (globs, path globs, `re:` expressions): only what one of them matches is followed; empty = everything. Seeds are exempt.',
    ),
  exclude: patterns.default([]).describe('Patterns of URLs that are not crawled, seeds included.'),
  blacklist: patterns
    .default([])
    .describe('Patterns, or bare host names (with all hosts below), of what is never requested, seeds included.'),
  ignoreExtensions: z
    .array(z.string().regex(/^[A-Za-z0-9]{1,20}$/))
    .max(200)
    .default([])
    .describe('File extensions of the path that are not followed, without dot, any case. Seeds are exempt.'),
  schemes: z
    .array(z.enum(['http', 'https']))
    .min(1)
    .default(['http', 'https'])
    .describe('Schemes that are crawled.'),
  maxUrlLength: z
    .int()
    .min(1)
    .max(MAX_URL_LENGTH)
    .default(2_083)
    .describe('Characters of a URL; a longer one is skipped(url-too-long).'),
});
export type Scope = z.infer<typeof Scope>;

/** Where a link stands. `link` is rel=next of a link element or Link header; `canonical` and `alternate` are recorded only unless named here. */
export const LINK_KINDS = ['a', 'area', 'iframe', 'frame', 'refresh', 'link', 'canonical', 'alternate'] as const;
export const LinkKind = z.enum(LINK_KINDS);
export type LinkKind = z.infer<typeof LinkKind>;

export const Links = z.strictObject({
  follow: z
    .array(LinkKind)
    .default(['a', 'area', 'iframe', 'frame', 'refresh', 'link'])
    .describe('Kinds of links that are followed; `link` is rel=next of a link element or Link header.'),
  nofollow: z
    .enum(['obey', 'ignore'])
    .default('obey')
    .describe('Does nofollow of rel, robots meta and X-Robots-Tag count?'),
});
export type Links = z.infer<typeof Links>;

/** Changes the URL key, never what is fetched. */
export const KeyRules = z.strictObject({
  sortQuery: z.boolean().default(false).describe('Does the order of query parameters not count?'),
  dropParameters: z
    .array(z.string().min(1).max(100))
    .max(200)
    .default([])
    .describe(
      'Query parameters that do not count: names (any case, `*` at the end), or the presets `sessions` (also `;jsessionid=` in the path) and `tracking`.',
    ),
  indexPage: z
    .enum(['keep', 'fold'])
    .default('keep')
    .describe('fold: `/index.html` (htm, php, asp, aspx, jsp; also `default`) is the same page as `/`.'),
  trailingSlash: z.enum(['keep', 'fold']).default('keep').describe('fold: `/a/` is the same page as `/a`.'),
});
export type KeyRules = z.infer<typeof KeyRules>;

export const Politeness = z.strictObject({
  delaySeconds: z
    .number()
    .min(0)
    .max(86_400)
    .default(1)
    .describe('Seconds between the starts of two requests to one host for different URLs; 0 = no spacing.'),
  connectionsPerHost: z.int().min(1).max(64).default(1).describe('Connections to one host at once, inside one worker.'),
  robots: z
    .enum(['obey', 'ignore'])
    .default('obey')
    .describe('`ignore` needs the right `ignoreRobots` in a deployment, and is shown on everything of the execution.'),
  robotsMatch: z
    .enum(['longest', 'first'])
    .default('longest')
    .describe(
      'Which rule of robots.txt decides: the longest that matches (RFC 9309), or the first in the order of the file.',
    ),
  robotsError: z
    .enum(['disallow', 'allow'])
    .default('disallow')
    .describe(
      'What a robots.txt that answers 5xx or 429 means. disallow: nothing is allowed, and it is requested again (RFC 9309). allow: there are no rules, and it is requested once.',
    ),
  crawlDelay: z
    .enum(['raise', 'replace'])
    .default('raise')
    .describe(
      'What a Crawl-delay of robots.txt does. raise: the longer of it and `delaySeconds` counts. replace: it takes the place of `delaySeconds`, also when it is smaller.',
    ),
  userAgent: z
    .string()
    .min(1)
    .max(256)
    .regex(/^[\x20-\x7e]+$/)
    .default('surf-crawler/0.1')
    .describe(
      'Sent on every request; its product token (letters, `-`, `_`, up to the first other character) picks the robots.txt group.',
    ),
  perAddress: z
    .strictObject({
      requestsPerSecond: z
        .number()
        .min(0.01)
        .max(1_000)
        .nullable()
        .default(4)
        .describe(
          'Requests a second to one IP address (of IPv6: one /64), whatever names it has; null = no bound. At least what delaySeconds allows one host; no bound where that is 0.',
        ),
      connections: z
        .int()
        .min(1)
        .max(64)
        .default(4)
        .describe('Connections to one IP address at once, inside one worker; at least connectionsPerHost.'),
    })
    .prefault({}),
  patienceSeconds: z
    .number()
    .min(0)
    .max(86_400)
    .default(600)
    .describe('Tasks that must wait longer are parked and tried beside deeper levels.'),
  window: VisitWindow.nullable()
    .default(null)
    .describe(
      'Hours of the day in which sites are crawled, by the clocks of a zone (IANA name, UTC when it is absent): no request starts outside. `to` before `from`: over midnight; `24:00` is its end.',
    ),
});
export type Politeness = z.infer<typeof Politeness>;

/**
 * A header's value: text; text that is explicitly none of a secret (`secret: false`); or a reference to a secret, whose value no workflow holds and which goes to the
 * seeds' origins (scheme, host, port) only, never across a redirect to another. `secret: true` stands in rows of earlier versions; `checkWorkflow` refuses it.
 */
export const HeaderValue = z.union([
  z.string().max(MAX_HEADER_CHARACTERS),
  z.strictObject({ value: z.string().max(MAX_HEADER_CHARACTERS), secret: z.boolean().default(false) }),
  z.strictObject({ secretRef: SecretName, plainHttp: z.boolean().default(false) }),
]);
export type HeaderValue = z.infer<typeof HeaderValue>;

export const Fetch = z.strictObject({
  headFirst: z
    .boolean()
    .default(false)
    .describe(
      'Is each URL asked for by HEAD first, and by GET only when it is a page? Redirects and errors are taken from the HEAD.',
    ),
  timeoutSeconds: z
    .number()
    .min(0.1)
    .max(600)
    .default(30)
    .describe('Seconds for connecting, for the headers, and between two parts of the body.'),
  redirects: z
    .int()
    .min(0)
    .max(20)
    .default(10)
    .describe('Redirects in a chain; a longer one is skipped(too-many-redirects).'),
  http2: z
    .boolean()
    .default(false)
    .describe('May https servers that want it be spoken to in HTTP/2? Archived in the form of HTTP/1.1.'),
  headers: z
    .record(z.string().min(1).max(100), HeaderValue)
    .default({})
    .describe(
      "Sent besides: name and text, or {secretRef: NAME} for a secret, whose value is no part of the workflow and goes to the seeds' origins (scheme, host, port) only, see “Secrets”. None of those that frame or identify a request.",
    ),
  acceptTypes: z
    .array(z.string().min(1).max(100))
    .max(100)
    .default(['text/*', 'application/xhtml+xml', 'application/xml', 'application/json', '*+xml', '*+json'])
    .describe('Media types that are pages; `text/*` and `*+xml` are wildcards. Others are skipped(content-type).'),
});
export type Fetch = z.infer<typeof Fetch>;

/** Failures that may be tried again. */
export const RETRY_CLASSES = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'reset',
  'truncated',
  'protocol',
  'http-5xx',
  'http-429',
  'http-408',
] as const;
export const Retry = z.strictObject({
  attempts: z.int().min(1).max(20).default(3).describe('Tries in all; 1 = none is repeated.'),
  on: z
    .array(z.enum(RETRY_CLASSES))
    .default(['dns', 'connect', 'timeout', 'reset', 'truncated', 'http-5xx', 'http-429', 'http-408'])
    .describe('Failures after which a URL is tried again.'),
  backoffSeconds: z.number().min(0).max(86_400).default(2).describe('Seconds before the second try; 0 = no wait.'),
  factor: z.number().min(1).max(100).default(2).describe('Each wait is this many times the one before.'),
});
export type Retry = z.infer<typeof Retry>;

export const Output = z.strictObject({
  warc: z.boolean().default(true).describe('Are requests and responses archived as WARC?'),
  links: z
    .enum(['none', 'targets', 'full'])
    .default('none')
    .describe('The link graph: targets: one line per page and distinct target; full: with anchor text, kind and rel.'),
  resources: z
    .boolean()
    .default(false)
    .describe('Are images, CSS and scripts, linked as resources of pages, fetched and archived, too?'),
});
export type Output = z.infer<typeof Output>;

/**
 * The definition of a crawl: source of type, defaults, messages and later of the API.
 * A parsed workflow has every field; nobody validates it again.
 */
export const Workflow = z.strictObject({
  name: z.string().min(1).max(200).default('crawl').describe('Shown in lists.'),
  preset: z
    .enum(PRESET_NAMES)
    .nullable()
    .default(null)
    .describe('Other values in place of defaults, see “Presets”; a field that is given wins.'),
  seeds: z
    .array(z.string())
    .min(1)
    .max(MAX_SEEDS)
    .describe('Start addresses, absolute http(s) URLs; duplicates collapse.'),
  sitemaps: z
    .union([z.enum(['auto', 'off']), z.array(z.string().max(MAX_URL_LENGTH)).max(MAX_SITEMAPS)])
    .default('off')
    .describe(
      'Sitemaps, indexes and feeds whose entries are crawled, see “Sitemaps”. auto: those that robots.txt names; or absolute http(s) URLs, read beside the seeds.',
    ),
  scope: Scope.prefault({}),
  links: Links.prefault({}),
  key: KeyRules.prefault({}),
  traps: Traps.prefault({}),
  limits: Limits.prefault({}),
  order: z
    .enum(['breadth-first', 'depth-first'])
    .default('breadth-first')
    .describe('depth-first goes with parallelism 1, which is its default then.'),
  parallelism: z.int().min(1).max(1_000).default(8).describe('Workers at once.'),
  hostsPerWorker: z.int().min(1).max(1_000).default(25).describe('Hosts in flight in one worker.'),
  unitSeconds: z
    .number()
    .min(1)
    .max(840)
    .default(600)
    .describe('The most seconds that one unit of work may take; it ends when its tasks are done.'),
  politeness: Politeness.prefault({}),
  fetch: Fetch.prefault({}),
  retry: Retry.prefault({}),
  output: Output.prefault({}),
  retentionDays: z
    .int()
    .min(1)
    .max(36_500)
    .nullable()
    .default(null)
    .describe(
      'Days from the end of an execution to its deletion with everything it kept, by the server or the deployment; null = it stays. One that another stands on (`--base`) stays as long as that.',
    ),
  selection: Selection.nullable()
    .default(null)
    .describe('What is taken out of pages, see [selection](selection.md); on the command line a file with it.'),
});
export type Workflow = z.infer<typeof Workflow>;
