import * as z from 'zod';
import { Limits } from '#core/workflow/limits.ts';

/** Document sizes and counts that are refused above (semantics.md, issue "One command"). */
export const MAX_SEEDS = 10_000;
export const MAX_DOCUMENT_BYTES = 256 * 1024;
export const MAX_EXPRESSION_BYTES = 1024;

const patterns = z.array(z.string().min(1).max(MAX_EXPRESSION_BYTES)).max(1_000);

export const Scope = z.strictObject({
  /** host: the seeds' hosts; domain: their registrable domains' longest common suffix; path: below the seeds' directories; any: everything. */
  mode: z.enum(['any', 'domain', 'host', 'path']).default('host'),
  /** RE2 expression, unanchored, over the whole URL: only what it finds is followed. Seeds are exempt. */
  urlSelector: z.string().min(1).max(MAX_EXPRESSION_BYTES).nullable().default(null),
  /** Globs over the whole URL (`*` any characters), or RE2 between slashes. Empty: everything. Seeds are exempt. */
  include: patterns.default([]),
  exclude: patterns.default([]),
  /** Globs over the whole URL; also for seeds. */
  blacklist: patterns.default([]),
  /** File extensions of the path that are not followed, without dot, any case. */
  ignoreExtensions: z
    .array(z.string().regex(/^[A-Za-z0-9]{1,20}$/))
    .max(200)
    .default([]),
  schemes: z
    .array(z.enum(['http', 'https']))
    .min(1)
    .default(['http', 'https']),
  maxUrlLength: z.int().min(1).max(8_192).default(2_083),
});
export type Scope = z.infer<typeof Scope>;

/** Where a link stands. `link` is rel=next of a link element or Link header; `canonical` and `alternate` are recorded only unless named here. */
export const LINK_KINDS = ['a', 'area', 'iframe', 'frame', 'refresh', 'link', 'canonical', 'alternate'] as const;
export const LinkKind = z.enum(LINK_KINDS);
export type LinkKind = z.infer<typeof LinkKind>;

export const Links = z.strictObject({
  follow: z.array(LinkKind).default(['a', 'area', 'iframe', 'frame', 'refresh', 'link']),
  nofollow: z.enum(['obey', 'ignore']).default('obey'),
});
export type Links = z.infer<typeof Links>;

/** Changes the URL key, never what is fetched. */
export const KeyRules = z.strictObject({
  sortQuery: z.boolean().default(false),
  /** Parameter names (any case, `*` at the end), or the presets `sessions` and `tracking`. */
  dropParameters: z.array(z.string().min(1).max(100)).max(200).default([]),
  /** Is `/index.html` (htm, php, asp, aspx, jsp; default) the same page as `/`? */
  indexPage: z.enum(['keep', 'fold']).default('keep'),
  /** Is `/a/` the same page as `/a`? */
  trailingSlash: z.enum(['keep', 'fold']).default('keep'),
});
export type KeyRules = z.infer<typeof KeyRules>;

export const Politeness = z.strictObject({
  /** Seconds between the starts of two requests to one host for different URLs; 0 = no spacing. */
  delaySeconds: z.number().min(0).max(86_400).default(1),
  connectionsPerHost: z.int().min(1).max(64).default(1),
  /** `ignore` needs a right of its own in a deployment, and is shown on everything of the execution. */
  robots: z.enum(['obey', 'ignore']).default('obey'),
  /** Sent on every request; its product token (letters, `-`, `_`, up to the first other character) picks the robots.txt group. */
  userAgent: z
    .string()
    .min(1)
    .max(256)
    .regex(/^[\x20-\x7e]+$/)
    .default('surf-crawler/0.1'),
  /** Tasks that must wait longer are parked and tried beside deeper levels. */
  patienceSeconds: z.number().min(0).max(86_400).default(600),
});
export type Politeness = z.infer<typeof Politeness>;

/** A header value, or one that goes to the seeds' hosts only and never across a redirect to another. */
export const HeaderValue = z.union([
  z.string().max(4_096),
  z.strictObject({ value: z.string().max(4_096), secret: z.boolean().default(false) }),
]);
export type HeaderValue = z.infer<typeof HeaderValue>;

export const Fetch = z.strictObject({
  timeoutSeconds: z.number().min(0.1).max(600).default(30),
  /** Most redirects in a chain. */
  redirects: z.int().min(0).max(20).default(10),
  headers: z.record(z.string().min(1).max(100), HeaderValue).default({}),
  /** Media types that are pages; `text/*` and `*+xml` are wildcards. */
  acceptTypes: z
    .array(z.string().min(1).max(100))
    .max(100)
    .default(['text/*', 'application/xhtml+xml', 'application/xml', 'application/json', '*+xml', '*+json']),
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
  /** Tries in all; 1 = none is repeated. */
  attempts: z.int().min(1).max(20).default(3),
  on: z
    .array(z.enum(RETRY_CLASSES))
    .default(['dns', 'connect', 'timeout', 'reset', 'truncated', 'http-5xx', 'http-429', 'http-408']),
  backoffSeconds: z.number().min(0).max(86_400).default(2),
  /** Each wait is this many times the one before. */
  factor: z.number().min(1).max(100).default(2),
});
export type Retry = z.infer<typeof Retry>;

export const Output = z.strictObject({
  warc: z.boolean().default(true),
  /** none; targets: one line per page and distinct target; full: with anchor text, kind and rel. */
  links: z.enum(['none', 'targets', 'full']).default('none'),
  /** Also images, CSS and scripts (linked as resources of pages) are fetched and archived. */
  resources: z.boolean().default(false),
});
export type Output = z.infer<typeof Output>;

/**
 * The definition of a crawl: source of type, defaults, messages and later of the API.
 * A parsed workflow has every field; nobody validates it again.
 */
export const Workflow = z.strictObject({
  name: z.string().min(1).max(200).default('crawl'),
  /** Start addresses, absolute http(s) URLs; duplicates collapse. */
  seeds: z.array(z.string()).min(1).max(MAX_SEEDS),
  scope: Scope.prefault({}),
  links: Links.prefault({}),
  key: KeyRules.prefault({}),
  limits: Limits.prefault({}),
  order: z.enum(['breadth-first', 'depth-first']).default('breadth-first'),
  /** Workers at once. */
  parallelism: z.int().min(1).max(1_000).default(8),
  /** Hosts in flight in one worker. */
  hostsPerWorker: z.int().min(1).max(1_000).default(25),
  /** The most seconds that a unit may take; it ends when its tasks are done. */
  unitSeconds: z.number().min(1).max(840).default(600),
  politeness: Politeness.prefault({}),
  fetch: Fetch.prefault({}),
  retry: Retry.prefault({}),
  output: Output.prefault({}),
});
export type Workflow = z.infer<typeof Workflow>;
